"""What a person sees in a notebook: map, charts, pictures. Nothing here holds a rule."""
