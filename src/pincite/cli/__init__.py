"""The command line: one module for each verb, and the views of what it prints."""
