"""What is where: control, bases, stacking."""
