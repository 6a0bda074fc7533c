"""What a document is and how well it was read: language, kind, names, titles, quality."""
