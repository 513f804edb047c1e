"""Players that need nobody: an opponent for a lone learner, and both sides of a sweep.

>>> import northafrica
>>> from northafrica.bots import play_out, player
>>> game = northafrica.load("aana", "torch", seed=1)
>>> bots = {"axis": player("random", seed=1), "allies": player("random", seed=2)}
>>> play_out(game, bots, rounds=1).round
8
"""

from __future__ import annotations

from northafrica.bots.players import NAMES, Bot, decide, player
from northafrica.bots.playing import Unfinished, play_out
from northafrica.bots.random import RandomBot, random_order
from northafrica.bots.rule import RuleBot

__all__ = ["NAMES", "Bot", "RandomBot", "RuleBot", "Unfinished", "decide", "play_out", "player", "random_order"]
