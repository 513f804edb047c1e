"""Axis & Allies Revised under the Larry Harris Tournament Rules 2.0: so far its combat odds (`odds`)."""
