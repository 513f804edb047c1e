"""The orders of Blocks in Afrika."""

from __future__ import annotations

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.orders import Order

ORDERS: tuple[type[Order], ...] = (End, ChooseForMe)
