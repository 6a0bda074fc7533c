"""Claims that contradict each other, and the document's own rule on which of them prevails."""
