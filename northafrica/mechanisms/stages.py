"""The stages of a combat: one after the other, and round again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from northafrica.core.step import Automatic
from northafrica.core.table import Table, View

Stage = Callable[[Table, str], None]
"""What a stage does in a space: it acts, or pushes the steps that ask and roll."""


@dataclass(frozen=True)
class Flow(Automatic):
    """The stages of a combat in a space; after the last comes the one that opens a new round."""

    title: ClassVar[str] = "Combat"
    space: str = ""
    stage: str = ""

    @abstractmethod
    def stages(self, view: View) -> tuple[Mapping[str, Stage], str]:
        """The stages in their order, and the one a new round begins with."""

    def run(self, table: Table) -> None:
        stages, again = self.stages(table)
        following = dict(pairwise(stages))
        table.replace(replace(self, stage=following.get(self.stage, again)))
        stages[self.stage](table, self.space)
