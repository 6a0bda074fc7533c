"""What a block carries of a question: features of a claim, the measured chance."""
