"""The dictionary of concepts that experts keep: its files, their entries, and what is wrong in them."""
