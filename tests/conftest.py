"""Property tests judge what is found, not how quickly a busy machine draws its examples."""

from hypothesis import HealthCheck, settings

settings.register_profile("busy", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("busy")
