"""lab of northafrica."""
