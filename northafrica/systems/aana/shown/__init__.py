"""What is shown of a game: cards, arrows, advice, the reference sheet."""
