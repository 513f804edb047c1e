"""The player without a mind: it chooses evenly among what it can do, by filling the fields of orders one by one.

>>> import random
>>> import northafrica
>>> from northafrica.bots.random import random_order
>>> game = northafrica.load("aana", "torch", seed=1)
>>> bool(game.check(random_order(game, random.Random(1))))
True
"""

from __future__ import annotations

from northafrica.bots.random.filling import fill
from northafrica.bots.random.player import PATIENCE, RandomBot, draw, random_order

__all__ = ["PATIENCE", "RandomBot", "draw", "fill", "random_order"]
