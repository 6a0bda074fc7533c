"""Proving again what was answered: the record of every run, its chain, erasure and replay."""
