"""Movement by Actions."""
