"""The library: SQLite as the record, tantivy as an index that can be made again."""
