"""Supply units: the roll, placement, capture, their Actions."""
