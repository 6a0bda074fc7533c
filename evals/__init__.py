"""How good Pincite is: public sets asked and scored, models trained, stages timed. Not part of the wheel."""
