"""bots of northafrica."""
