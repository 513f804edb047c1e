"""Combined Actions: ground units carried by ships and aircraft."""
