"""Axis & Allies Revised under the Larry Harris Tournament Rules 2.0."""
