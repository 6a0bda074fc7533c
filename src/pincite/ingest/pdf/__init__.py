"""PDF to text in reading order, with boxes, tables, notes and what is hidden."""
