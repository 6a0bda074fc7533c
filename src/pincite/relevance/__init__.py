"""What a block carries of a question: facets compared, features of a claim, the measured chance."""
