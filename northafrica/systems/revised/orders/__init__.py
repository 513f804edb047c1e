"""Every order of Axis & Allies Revised, by the phase that takes it."""

from northafrica.core.common_orders import End
from northafrica.systems.revised.orders import economy, fighting, moving

ORDERS = (End, *economy.ORDERS, *moving.ORDERS, *fighting.ORDERS)
