"""The lines of a record as models: what stands in each and of what type."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Head(BaseModel):
    """The first line."""

    model_config = ConfigDict(extra="forbid")
    format: Literal["northafrica record 1"]
    version: str
    system: str
    scenario: str
    options: dict[str, str] = {}
    seats: dict[str, str] = {}
    data: dict[str, str] = {}
    seed: int | str | None = None
    position: str | None = None
    taken_from: list[str] = []
    comment: str | None = None


class Entry(BaseModel):
    """One order or roll."""

    model_config = ConfigDict(extra="forbid", strict=True)
    n: int
    parent: int
    seat: str = ""
    order: str | None = None
    dice: list[int | str] | None = None
    digest: str | None = None
    comment: str | None = None


class Close(BaseModel):
    """The last line."""

    model_config = ConfigDict(extra="forbid", strict=True)
    closed: int
    at: int = 0
    outcome: str | None = None
    seal: str | None = None
