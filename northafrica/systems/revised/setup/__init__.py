"""Set-up: charted pieces, IPCs, and what players choose before play."""
