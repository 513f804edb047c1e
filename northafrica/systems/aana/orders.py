"""Every order of Axis & Allies: North Africa, by the phase that takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.orders import (
    Amounts,
    Loads,
    Order,
    Path,
    Units,
    amounts_field,
    count_field,
    loads_field,
    path_field,
    space_field,
    units_field,
    word_field,
)
from northafrica.mechanisms.plan import Commit, Drop


# -- set-up and frame ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Place(Order):
    """Put UK variable reinforcements into a convoy zone."""

    kind: ClassVar[str] = "place"
    help: ClassVar[str] = "put starting reinforcements into a zone"
    units: Units = units_field()
    space: str = space_field(label="zone")


@dataclass(frozen=True)
class Bid(Order):
    """Bid RP for the side both players want."""

    kind: ClassVar[str] = "bid"
    help: ClassVar[str] = "offer RP to the other side, to play this one"
    amount: int = count_field(label="RP")
    side: str = word_field(label="side", choices=("axis", "allies"))


@dataclass(frozen=True)
class Accept(Order):
    """Take the RP that are bid, and the other side with them."""

    kind: ClassVar[str] = "accept"
    help: ClassVar[str] = "take the RP bid, and play the other side"


@dataclass(frozen=True)
class Split(Order):
    """Divide the RP of a bid."""

    kind: ClassVar[str] = "split"
    help: ClassVar[str] = "give so many RP to the first power, the rest to the second"
    amount: int = count_field(label="RP")


@dataclass(frozen=True)
class Pass(Order):
    """Decline what is offered."""

    kind: ClassVar[str] = "pass"
    help: ClassVar[str] = "decline"


# -- phase 1 --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Land(Order):
    """Fly aircraft out of a convoy zone to a base."""

    kind: ClassVar[str] = "land"
    help: ClassVar[str] = "land convoy aircraft, at most two spaces"
    units: Units = units_field(label="aircraft")
    route: Path = path_field()


@dataclass(frozen=True)
class Arrive(Order):
    """Say which land units come ashore where the port has too little room."""

    kind: ClassVar[str] = "arrive"
    help: ClassVar[str] = "choose who comes ashore in a port nearly full"
    units: Units = units_field()


@dataclass(frozen=True)
class First(Order):
    """Say whether cargo or aircraft take the room of a port too small for both."""

    kind: ClassVar[str] = "first"
    help: ClassVar[str] = "choose who takes the room of a port: the cargo of a convoy or its aircraft"
    who: str = word_field(label="who", choices=("cargo", "aircraft"))


# -- phase 2 --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Pay(Order):
    """Spend the supply asked for."""

    kind: ClassVar[str] = "pay"
    help: ClassVar[str] = "spend the supply asked for"


@dataclass(frozen=True)
class Buy(Order):
    """Requisition units and supply tokens."""

    kind: ClassVar[str] = "buy"
    help: ClassVar[str] = "requisition units and supply tokens"
    units: Units = units_field(label="purchases")


@dataclass(frozen=True)
class Mine(Order):
    """Buy and lay one mine: on land facing a neighbour, at sea in the zone."""

    kind: ClassVar[str] = "mine"
    help: ClassVar[str] = "buy and lay a mine; on land say which border it faces"
    space: str = space_field(label="space")
    facing: str = space_field(keyword="facing", label="neighbour", optional=True)


@dataclass(frozen=True)
class Repair(Order):
    """Repair one damaged battleship."""

    kind: ClassVar[str] = "repair"
    help: ClassVar[str] = "repair a damaged battleship for 1 supply from Cairo"


# -- phase 3 --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Move(Order):
    """Move pieces along a route; in phase 5 trucks may load on the way."""

    kind: ClassVar[str] = "move"
    help: ClassVar[str] = "move pieces along a route; trucks load on the way"
    units: Units = units_field()
    route: Path = path_field()
    load: Loads = loads_field(keyword="load", label="cargo", optional=True)


@dataclass(frozen=True)
class Blitz(Order):
    """Move tanks (and mechanized infantry with them) into enemy ground without enemy combat units."""

    kind: ClassVar[str] = "blitz"
    help: ClassVar[str] = "blitz tanks, and mechanized infantry with them, over empty enemy ground"
    units: Units = units_field()
    route: Path = path_field()


@dataclass(frozen=True)
class Attack(Order):
    """Declare an attack; land attacks say from where and who pays."""

    kind: ClassVar[str] = "attack"
    help: ClassVar[str] = "declare an attack by land units, or by ships in a zone they may ignore"
    target: str = space_field(label="target")
    origin: str = space_field(keyword="from", label="origin", optional=True)
    units: Units = units_field(keyword="with", label="attackers")
    paying: Amounts = amounts_field(keyword="paying", label="supply", optional=True)


# -- mines and stacking -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Detonate(Order):
    """Set off some of the mines that may go off."""

    kind: ClassVar[str] = "detonate"
    help: ClassVar[str] = "set off that many mines"
    number: int = count_field()


@dataclass(frozen=True)
class PullBack(Order):
    """Choose the units that mines throw back."""

    kind: ClassVar[str] = "pull_back"
    help: ClassVar[str] = "choose the units that the mines throw back"
    units: Units = units_field()


@dataclass(frozen=True)
class Push(Order):
    """Move an enemy's excess units out of a space that is too full."""

    kind: ClassVar[str] = "push"
    help: ClassVar[str] = "move excess enemy units into a neighbouring space"
    units: Units = units_field()
    route: Path = path_field()


# -- phase 4 --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Resolve(Order):
    """Choose the next combat."""

    kind: ClassVar[str] = "resolve"
    help: ClassVar[str] = "fight this combat next"
    space: str = space_field(label="combat")


@dataclass(frozen=True)
class MainAttack(Order):
    """Choose the main attack among origins with equally many units."""

    kind: ClassVar[str] = "main"
    help: ClassVar[str] = "choose which origin is the main attack; the others flank"
    space: str = space_field(label="origin")


@dataclass(frozen=True)
class Fight(Order):
    """Defend this round; says where the supply comes from."""

    kind: ClassVar[str] = "fight"
    help: ClassVar[str] = "defend this round, paying 1 supply where it is due"
    paying: Amounts = amounts_field(keyword="paying", label="supply", optional=True)


@dataclass(frozen=True)
class Retreat(Order):
    """Do not fire, and leave at the end of the round."""

    kind: ClassVar[str] = "retreat"
    help: ClassVar[str] = "do not fire; survivors leave at the end of the round"


@dataclass(frozen=True)
class Submerge(Order):
    """Submarines that leave the combat before any dice."""

    kind: ClassVar[str] = "submerge"
    help: ClassVar[str] = "these submarines leave the combat; the others strike"
    units: Units = units_field(label="submarines")


@dataclass(frozen=True)
class Strike(Order):
    """All submarines make a surprise strike."""

    kind: ClassVar[str] = "strike"
    help: ClassVar[str] = "all submarines make a surprise strike"


@dataclass(frozen=True)
class Raid(Order):
    """Scout cars destroy one supply."""

    kind: ClassVar[str] = "raid"
    help: ClassVar[str] = "scout cars destroy 1 supply in the territory"


@dataclass(frozen=True)
class Bomb(Order):
    """Bombers destroy one supply."""

    kind: ClassVar[str] = "bomb"
    help: ClassVar[str] = "bombers destroy 1 supply in the territory"


@dataclass(frozen=True)
class Target(Order):
    """Demand the type of casualty for one targeted hit."""

    kind: ClassVar[str] = "target"
    help: ClassVar[str] = "demand this type as the casualty of a targeted hit"
    type: str = word_field(label="type")


@dataclass(frozen=True)
class Take(Order):
    """Choose casualties."""

    kind: ClassVar[str] = "take"
    help: ClassVar[str] = "choose casualties; with units of several origins say at which"
    units: Units = units_field(label="casualties")
    at: str = space_field(keyword="at", label="origin", optional=True)


@dataclass(frozen=True)
class Lose(Order):
    """Choose convoy cargo that goes down: a unit, or 5 supply (all if fewer)."""

    kind: ClassVar[str] = "lose"
    help: ClassVar[str] = "choose the cargo that goes down: one unit, or 5 supply (all if fewer)"
    units: Units = units_field(label="cargo")


@dataclass(frozen=True)
class NameType(Order):
    """Name the type of the second cargo lost."""

    kind: ClassVar[str] = "name"
    help: ClassVar[str] = "name the type of cargo the enemy loses second (a unit type, or supply)"
    type: str = word_field(label="type")


@dataclass(frozen=True)
class Escape(Order):
    """Let up to two pieces of cargo (a unit, or up to 5 supply each) out of the combat."""

    kind: ClassVar[str] = "escape"
    help: ClassVar[str] = "let up to two loads of cargo (a unit, or up to 5 supply each) escape"
    units: Units = units_field(label="cargo")


@dataclass(frozen=True)
class FallBack(Order):
    """Lead retreating defenders into a neighbouring territory."""

    kind: ClassVar[str] = "fall_back"
    help: ClassVar[str] = "lead retreating units into a neighbouring territory"
    units: Units = units_field()
    to: str = space_field(keyword="to", label="refuge")


@dataclass(frozen=True)
class Press(Order):
    """Go on attacking; may leave attackers out; says where the supply comes from."""

    kind: ClassVar[str] = "press"
    help: ClassVar[str] = "attack another round; leave units out to pay less"
    leaving: Loads = loads_field(keyword="leaving", label="dropping out", optional=True)
    adding: Loads = loads_field(keyword="adding", label="reinforcements", optional=True)
    paying: Amounts = amounts_field(keyword="paying", label="supply", optional=True)


@dataclass(frozen=True)
class Cease(Order):
    """End the attack."""

    kind: ClassVar[str] = "cease"
    help: ClassVar[str] = "end the attack"


@dataclass(frozen=True)
class Enter(Order):
    """Choose who moves into a taken territory where not all find room."""

    kind: ClassVar[str] = "enter"
    help: ClassVar[str] = "choose who moves in where the limit leaves no room for all"
    units: Units = units_field()
    origin: str = space_field(keyword="from", label="origin")


# -- phases 5 and 6 ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class TakeControl(Order):
    """Take over a territory that holds only Vichy units."""

    kind: ClassVar[str] = "take_control"
    help: ClassVar[str] = "place your marker in a territory held by Vichy units alone"


@dataclass(frozen=True)
class Deploy(Order):
    """Deploy from the Reinforcements Zone, or from a staging territory."""

    kind: ClassVar[str] = "deploy"
    help: ClassVar[str] = "deploy reinforcements, or send pieces out of the staging territory"
    units: Units = units_field()
    space: str = space_field(label="place")
    origin: str = space_field(keyword="from", label="staging territory", optional=True)


@dataclass(frozen=True)
class Escort(Order):
    """Fly unmoved aircraft to escort a convoy."""

    kind: ClassVar[str] = "escort"
    help: ClassVar[str] = "fly unmoved aircraft, at most two spaces, to escort a convoy"
    units: Units = units_field(label="aircraft")
    route: Path = path_field()


@dataclass(frozen=True)
class Scrap(Order):
    """Destroy own units in excess of the stacking limit."""

    kind: ClassVar[str] = "scrap"
    help: ClassVar[str] = "destroy units above the stacking limit"
    units: Units = units_field()


FRAME = (Bid, Accept, Split, Place, ChooseForMe, End, Pass, Commit, Drop)
BEFORE_COMBAT = (Land, Arrive, First, Pay, Buy, Mine, Repair, Move, Blitz, Attack, Detonate, PullBack, Push)
CHOICES = (Resolve, MainAttack, Fight, Retreat, Submerge, Strike, Raid, Bomb, Target, Take, Lose, NameType, Escape)
AFTER_FIRE = (FallBack, Press, Cease, Enter, TakeControl, Deploy, Escort, Scrap)
ORDERS: tuple[type[Order], ...] = (*FRAME, *BEFORE_COMBAT, *CHOICES, *AFTER_FIRE)
