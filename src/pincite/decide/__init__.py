"""Verdicts and chances to an outcome, or to what to do before there can be one."""
