"""Charts of a game and of a battle's odds: plain numbers, drawn with bokeh or as SVG."""
