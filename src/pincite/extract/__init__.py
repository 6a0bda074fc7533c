"""Tables over documents: fields in plain words, asked of every document."""
