"""The tray: small parts that every room takes from: colours, symbols, safe markup, keys, sheets of SVG."""
