"""Prove what a reader claims: one prover for what is published, evaluated and checked again."""
