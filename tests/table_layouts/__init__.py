"""Made-up business documents with tables, and what each of their cells says."""
