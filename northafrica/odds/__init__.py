"""odds of northafrica."""
