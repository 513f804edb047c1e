"""Set-up: what the schedules list, and what their owners choose."""
