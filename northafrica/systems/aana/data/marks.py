"""Marks of spaces and borders that two cells tell must agree, so that none is changed without effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from northafrica.systems.aana.data import rows

ONE_SPACE = ("naval_base", "free_french_site")
"""Marks of which the rules know one: repairs are made there, Free French units appear there."""


def check(spaces: Sequence[rows.SpaceRow], links: Sequence[rows.LinkRow]) -> None:
    """Raises `DataError` where rows of spaces.csv and links.csv contradict each other."""
    for space in spaces:
        _check_emblem(space)
    for mark in ONE_SPACE:
        bearing = [space for space in spaces if mark in space.tags]
        if len(bearing) != 1:
            own = [space for space in bearing or spaces if space.confidence == "user"]
            told = ", ".join(space.name for space in bearing) or "none"
            raise (own or list(spaces))[0].error("tags", f"one space bears {mark}; here {told}")
    table = {space.id: space for space in spaces}
    for link in links:
        _check_link(link, table)


def _check_emblem(space: rows.SpaceRow) -> None:
    if space.kind != "land":
        if space.emblem != (("uk",) if "permanent" in space.tags else ()):
            raise space.error("emblem", "the rules read the emblems of territories; leave that of a zone as printed")
        return
    if space.emblem and "emblem" not in space.tags:
        raise space.error("tags", "a territory with powers in the column emblem is tagged emblem; add it")
    for mark in ("emblem", "no_enemy_land_entry"):
        if mark in space.tags and not space.emblem:
            raise space.error("emblem", f"a space tagged {mark} names the powers of its emblem; fill it in")


def _check_link(link: rows.LinkRow, spaces: Mapping[str, rows.SpaceRow]) -> None:
    """A border of a space that is impassable or Sahara is marked so; that of others is not Sahara."""
    ends = [spaces[link.a], spaces[link.b]]
    for mark in ("impassable", "sahara"):
        bearing = [end for end in ends if mark in end.tags]
        if bearing and mark not in link.tags and (mark == "impassable" or link.kind == "land"):
            _disagree(link, bearing, f"{bearing[0].name} is tagged {mark} and its borders are too; add {mark}")
        if mark == "sahara" and mark in link.tags and not bearing:
            _disagree(link, ends, f"neither {ends[0].name} nor {ends[1].name} is tagged sahara; take it out")
    if {"coast_road", "impassable"} <= set(link.tags):
        raise link.error("tags", "the coast road does not cross an impassable border; take one of the two out")
    if "messina" in link.tags and link.kind != "sea":
        raise link.error("tags", "the strait of Messina lies between sea zones; take messina out")
    if "coast_road" in link.tags and link.kind != "land":
        raise link.error("tags", "the coast road runs between territories; take coast_road out")


def _disagree(link: rows.LinkRow, ends: Sequence[rows.SpaceRow], told: str) -> None:
    """The row that the user wrote is told."""
    for space in ends if link.confidence != "user" else ():
        if space.confidence == "user":
            raise space.error("tags", f"links.csv ({link.a} {link.b}) disagrees: {told} there, or change this")
    raise link.error("tags", told)
