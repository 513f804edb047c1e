"""A combined Action is planned line by line, tried on a copy of the board, and carried out at once (11.0)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, offer, pick, total
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, Drop, Dropping, PlanStep, project
from northafrica.systems.marenostrum.board.command import command_problem
from northafrica.systems.marenostrum.board.ground import ABOARD, DISRUPTED, awake, cargo_of, category, data, nationality
from northafrica.systems.marenostrum.combined.capacity import RULES, fixed, overloaded
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.eligible import unfit
from northafrica.systems.marenostrum.orders import Land, Load

L = TypeVar("L", bound=Order)
CARGO = ("ground", SUPPLY, "air")


@dataclass(frozen=True)
class Carrying(PlanStep):
    """What goes aboard, where it is carried, where it is put down."""

    terms: Terms = Terms()

    @property
    @abstractmethod
    def rule(self) -> str:
        """The Action's rule."""

    @abstractmethod
    def no_carrier(self) -> str:
        """The rule that a carrier must be at hand."""

    @abstractmethod
    def carriers(self, view: View, space: str) -> list[tuple[str, Piece]]:
        """Who could take units of an area aboard, and where each is."""

    @abstractmethod
    def load_problem(self, view: View, picked: Picked, carrier: tuple[str, Piece], space: str) -> Ruling | None:
        """Why units of an area cannot go aboard a carrier."""

    @abstractmethod
    def apply(self, table: Table, line: Order) -> None:
        """A line on the copy of the board."""

    @abstractmethod
    def carry_out(self, table: Table) -> None:
        """The plan is carried out."""

    @abstractmethod
    def complete(self, view: View) -> Ruling:
        """Whether the plan can be carried out as it stands."""

    def of(self, kind: type[L]) -> tuple[L, ...]:
        """The lines of one kind."""
        return tuple(line for line in self.lines if isinstance(line, kind))

    def projected(self, view: View) -> Table:
        """The board as the plan so far would leave it."""
        return project(view, self.lines, self.apply)

    def common(self) -> tuple[Deed[Any], ...]:
        """The deeds that every plan has."""
        last = Plain(End, lambda table: table.finish(), bar=self._begun)
        return (Loading(self), Dropping(self), Plain(Commit, self._commit, self.complete), last)

    def cooperation(self, view: View) -> Ruling | None:
        """Why those carried do not act together; their carriers may be of another nation (rule 22.2.transport)."""
        kinds = {some.kind for line in self.lines if isinstance(line, Load | Land) for some in line.units}
        return command_problem(
            view, [Piece(view.state.power, kind) for kind in sorted(kinds - {SUPPLY})], self.terms, False
        )

    def _begun(self, view: View) -> Ruling | None:
        return Ruling.refuse("", "commit the plan, or drop its lines") if self.lines else None

    def _commit(self, table: Table) -> None:
        table.finish()
        self.carry_out(table)

    def fallback(self, view: View) -> Order:
        """The commit; where that is refused, the last line is dropped, and an empty plan is given up."""
        if self.lines and self.complete(view):
            return Commit()
        return Drop(len(self.lines)) if self.lines else End()

    def cargo(self, view: View, space: str) -> Callable[[Piece], bool]:
        """Whether a piece in an area may be carried at all."""

        def fits(piece: Piece) -> bool:
            free = piece.power == view.state.power and awake(piece) and not piece.has(ABOARD)
            return free and category(view, piece) in CARGO and not unfit(view, piece, self.terms)

        return fits


def go_aboard(table: Table, space: str, zone: str, piece: Piece, n: int, carrier: str, *rules: str) -> None:
    """Units are under their carrier (rule 11.1.part-of-action)."""
    rules = (*rules, *why_aboard(table, space, piece, carrier)) if rules else ()
    after = piece.having(**{ABOARD: carrier})
    if space == zone:
        table.emit("flipped", *rules, place=space, piece=piece, becomes=after, count=n, power=piece.power)
    else:
        table.emit("moved", *rules, place=space, to=zone, piece=piece, becomes=after, count=n, power=piece.power)


def why_aboard(view: View, space: str, piece: Piece, carrier: str) -> list[str]:
    """The further rules by which a unit is aboard: capacity, supply, port, box, base, another nation."""
    info, unit = data(view), data(view).units[carrier]
    home, nation = str(info.board[space].values["home"]), nationality(view, piece)
    mixed = view.option("advanced_command") == "on" and nation not in ("", unit.nationality)
    told = {
        RULES.get(unit.type, "11.0.designate"): category(view, piece) != "air",
        "13.8.transport": piece.kind == SUPPLY,
        "9.4.ports": unit.category == "naval" and info.port(space) and not home,
        "17.4.carry": info.board[space].kind == "box",
        "17.1.allied": info.board[space].kind == "box",
        "17.4.axis": home == "axis",
        "22.2.transport": mixed,
    }
    return [rule for rule, bears in told.items() if bears]


@dataclass(frozen=True)
class Loading(Deed[Load]):
    """Units go aboard (rules 11.3.embark, 11.5.emplane)."""

    kind = Load
    step: Carrying

    def barred(self, view: View) -> Ruling | None:
        if self._open(self.step.projected(view)):
            return None
        return Ruling.refuse(self.step.rule, "nobody can take a unit aboard")

    def why_barred(self, view: View, order: Load) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def _areas(self, now: View) -> list[str]:
        return [s for s in data(now).areas if groups(now, s, self.step.cargo(now, s)) and self.step.carriers(now, s)]

    def _takes(self, now: View, some: Any, space: str, carrier: tuple[str, Piece]) -> bool:
        return bool(self._judge(now, Load((some,), carrier[1].kind, space)))

    def _open(self, now: View) -> list[tuple[Any, str, str]]:
        """Groups of one, with who takes them and where."""
        found = []
        for space in self._areas(now):
            for some in offer(now, space, self.step.cargo(now, space)):
                one = type(some)(1, some.kind, some.power, some.status)
                found += [
                    (one, c[1].kind, space) for c in self.step.carriers(now, space) if self._takes(now, one, space, c)
                ]
        return found

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        found = self._open(self.step.projected(view))
        if field.name == "units":
            return list(dict.fromkeys(some for some, _, _ in found))
        kinds = {(some.kind, some.status) for some in given.get("units", ())}
        fits = [(ship, space) for some, ship, space in found if {(some.kind, some.status)} == kinds]
        if field.name == "carrier":
            return list(dict.fromkeys(ship for ship, _ in fits))
        return [space for ship, space in fits if ship == given.get("carrier")]

    def judge(self, view: View, order: Load) -> Ruling:
        return self._judge(self.step.projected(view), order)

    def _judge(self, now: View, order: Load) -> Ruling:
        step = self.step
        if order.space not in data(now).areas:
            return Ruling.refuse("11.3.embark", f"units go aboard from a land area, not from {now.name(order.space)}")
        carriers = {piece.kind: (zone, piece) for zone, piece in step.carriers(now, order.space)}
        if order.carrier not in carriers:
            name = now.names.kind(order.carrier)
            return Ruling.refuse(step.no_carrier(), f"{name} is not at {now.name(order.space)} to take units aboard")
        picked = pick(
            now, order.space, order.units, step.cargo(now, order.space), self._why(now, order), "can be carried"
        )
        if isinstance(picked, Ruling):
            return picked
        zone, ship = carriers[order.carrier]
        stuck = next((piece for piece, _ in picked if fixed_here(now, piece)), None)
        if stuck is not None:
            rule = "13.8.transport" if stuck.kind == SUPPLY else "8.1.static"
            return Ruling.refuse(rule, f"{now.names.kind(stuck.kind)} does not move")
        aboard = [*cargo_of(now, zone, ship.kind), *picked]
        load = [piece for piece, n in aboard for _ in range(n)]
        no = step.load_problem(now, picked, (zone, ship), order.space)
        return Ruling.first(no, overloaded(now, ship, load)) and Ruling.allow(rules=(step.rule,), found=(picked, zone))

    def _why(self, now: View, order: Load) -> str:
        named = [p for p, _ in groups(now, order.space) if any(some.fits(p) for some in order.units)]
        return next(filter(None, (unfit(now, piece, self.step.terms) for piece in named)), "11.0.designate")

    def do(self, table: Table, order: Load, found: tuple[Picked, str]) -> None:
        self.step.add(table, order)


def fixed_here(view: View, piece: Piece) -> bool:
    """Whether a piece is a ground unit that cannot be moved."""
    return category(view, piece) != "air" and fixed(view, piece)


def loaded(view: View, step: Carrying, line: Load) -> tuple[Picked, str]:
    """What a line of a plan takes aboard, and where to; nothing where it no longer can."""
    ruling = Loading(step)._judge(view, line)
    return ruling.found if ruling else ([], "")


def supplies(view: View, picked: Picked) -> int:
    """How many of them are supply units."""
    return total([(piece, n) for piece, n in picked if piece.kind == SUPPLY])


def port_problem(view: View, step: Carrying, picked: Picked, space: str) -> Ruling | None:
    """Why so many supply units more cannot pass a port in one Action (rules 11.4.supply-cap, 16.4.port)."""
    most = data(view).port(space)
    lines: list[Load | Land] = [*step.of(Load), *step.of(Land)]
    passed = [some for line in lines if line.space == space for some in line.units if some.kind == SUPPLY]
    asked = supplies(view, picked) + sum(some.count for some in passed)
    if not most or not supplies(view, picked) or data(view).sort(space) == "base":
        return None
    works = view.state.marker(space, "port") != DISRUPTED
    rule, most = ("11.4.supply-cap", most) if works else ("16.4.port", 1)
    text = f"the port of {view.name(space)} passes {most} supply units in one Action, not {asked}"
    return None if asked <= most else Ruling.refuse(rule, text, limit=most, asked=asked)
