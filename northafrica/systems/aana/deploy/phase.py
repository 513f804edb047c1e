"""Phase 6: reinforcements are deployed, aircraft escort convoys, mines go off (rulebook p.25, 28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.events import Told
from northafrica.core.groups import clear_status, groups, lose
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import AIR, SHIPS, data, is_sea, side_of
from northafrica.systems.aana.board.rounds import happens
from northafrica.systems.aana.data.entities import REINFORCEMENTS
from northafrica.systems.aana.deploy.deploying import Deploying, waiting_text
from northafrica.systems.aana.deploy.escorts import Escorting
from northafrica.systems.aana.deploy.places import staging, zones
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import is_mined_sea
from northafrica.systems.aana.mines.going_off import next_mined


@dataclass(frozen=True)
class DeployStep(Automatic):
    """What happens before the first deployment: Lend-Lease, and losses of a US without a route."""

    title: ClassVar[str] = "Deploy Reinforcements"

    def run(self, table: Table) -> None:
        power = table.state.power
        if power == "uk" and happens(table, "shermans"):
            lend_lease(table)
        if power == "us" and not zones(table):
            lose_undeployable(table)
        table.replace(DeployReinforcements())


def lend_lease(table: Table) -> None:
    """Rule rommel.r4-shermans: they come all together, if there are so many left."""
    line = data(table).units["uk", "sherman"]
    left = components.figure_limit(table, line) - components.on_board(table, line.pool, "sherman")
    chart = data(table).setups["rommel"]
    rows = [row for row in chart if row.round == table.state.round and row.kind == "sherman"]
    for row in rows if left >= sum(row.count for row in rows) else ():
        piece = Piece(row.power, row.kind, (("cargo", 1),))
        table.emit("placed", "rommel.r4-shermans", place=row.space, piece=piece, count=row.count, power=row.power)


def lose_undeployable(table: Table) -> None:
    """Rule deploy.us-none."""
    power, rule = table.state.power, "deploy.us-none"
    for piece, n in groups(table, REINFORCEMENTS, lambda p: p.power == power and p.kind not in SHIPS):
        lose(table, REINFORCEMENTS, piece, n, "no route", rule, "board.staging.us-none")
    if staging(table, power):  # with the strategic reserve supply can wait in Gibraltar
        return
    for stock, n in sorted(table.state.stocks.get(REINFORCEMENTS, {}).items()):
        if stock.owner == power:
            what = Told(place=REINFORCEMENTS, resource=stock.resource, owner=power, amount=n, purpose="no route")
            table.emit("destroyed", rule, **what)


@dataclass(frozen=True)
class DeployReinforcements(Choice):
    """Everything in the Reinforcements Zone goes to the board; aircraft may escort."""

    title: ClassVar[str] = "Deploy Reinforcements and Assign Convoy Escorts"

    def prompt(self, view: View) -> Prompt:
        waiting = waiting_text(view)
        what = f"deploy {waiting}; then end" if waiting else "send pieces out of staging, assign escorts, or end"
        why = "Reinforcements reach the front only by sea: they will be at risk for a round."
        return Prompt(what, why, ("deploy.must", "deploy.staging-or-convoy", "escort.assign", "deploy.full-round"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Deploying(), Escorting(), Plain(End, self._end, self._check_end))

    def _check_end(self, view: View) -> Ruling:
        text = waiting_text(view)
        return Ruling.refuse("deploy.must", f"still to be deployed: {text}") if text else Ruling.allow()

    def _end(self, table: Table) -> None:
        side = side_of(table.state.power)
        remember(table, pending=tuple((zone, "") for zone in received(table) if is_mined_sea(table, zone, side)))
        table.replace(DeployMines())


def received(view: View) -> list[str]:
    """Sea zones that received ships, land units or supply this phase; aircraft set off no mines."""
    found = [
        zone
        for zone in sorted(view.state.pieces)
        if is_sea(view, zone) and any(p.has("new") and p.kind not in AIR for p in view.state.at(zone))
    ]
    return list(dict.fromkeys([*found, *(zone for zone, _ in facts(view).fresh)]))


@dataclass(frozen=True)
class DeployMines(Automatic):
    """After all deployments, mines in zones that received something may go off (deploy.mines-after)."""

    title: ClassVar[str] = "Sea mines"

    def run(self, table: Table) -> None:
        if facts(table).pending:
            next_mined(table)
            return
        clear_status(table, lambda p: True, "new", "loaded", "went", "fought")
        remember(table, fresh=())
        table.finish()
