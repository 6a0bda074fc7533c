"""How a document hangs together: lead-ins, lists, tables and cells, definitions, references, passages."""
