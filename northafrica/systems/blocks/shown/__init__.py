"""What there is to show."""
