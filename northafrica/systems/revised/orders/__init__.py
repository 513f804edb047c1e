"""Every order of Axis & Allies Revised, by the phase that takes it."""

from northafrica.core.common_orders import End
from northafrica.systems.revised.orders import economy

ORDERS = (End, *economy.ORDERS)
