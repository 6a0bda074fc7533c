"""Word, spreadsheet and presentation files."""
