"""Movement and Exploitation Phase: marches, overruns, trucks, ships, the raid (rulebook 1.7, 5.4, 6.2, 7.4)."""
