"""What there is to show: cards, the turn bar, the sheet."""
