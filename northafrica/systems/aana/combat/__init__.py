"""Phase 4: Conduct Combat (rulebook p.19-23)."""

from northafrica.systems.aana.combat.flow import Combats, untimely

__all__ = ["Combats", "untimely"]
