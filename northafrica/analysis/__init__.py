"""analysis of northafrica."""
