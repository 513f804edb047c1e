"""Where reinforcements may be deployed, and by which rules (rulebook p.25, 28)."""

from __future__ import annotations

from northafrica.core.groups import number
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import AIR, AXIS, SHIPS, controller, data, is_hostile, is_sea, name, side_of
from northafrica.systems.aana.board.rounds import happens, printed
from northafrica.systems.aana.board.stacking import DEFAULT_LIMIT
from northafrica.systems.aana.convoys.routes import is_open, open_routes
from northafrica.systems.aana.data.entities import ATLANTIC, INDIAN, MALTA_ZONE, SUEZ
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.wording import nation, power_name, word

CASABLANCA, TRIPOLI, TUNIS = "casablanca", "tripoli", "tunis"


def zones(view: View) -> list[str]:
    """Convoy zones the acting power may deploy to (csz.who-may-deploy and the rules of round 7)."""
    power = view.state.power
    found = [c.zone for c in open_routes(view, power) if c.deployable]
    if power == "italy" and happens(view, "italy_tripoli_only"):
        found = [zone for zone in found if data(view).convoys[zone].port == TRIPOLI]
    return [zone for zone in found if not tunis_closed(view, zone)]


def leads_to(view: View, zone: str, port: str) -> bool:
    """Whether a space is the convoy zone of a port."""
    route = data(view).convoys.get(zone)
    return route is not None and route.port == port


def tunis_closed(view: View, zone: str) -> bool:
    """Rule rommel.r7-tunis-zone: whether the zone of Tunis is not yet, or no longer, open to the Axis."""
    to_tunis = printed(view) == "rommel" and leads_to(view, zone, TUNIS)
    return to_tunis and not happens(view, "tunis_route")


def us_bound(view: View) -> bool:
    """Rule r7.us-deploy: in round 7 all US land units and supply go to Casablanca's zone if the US controls it."""
    if view.state.power != "us" or not happens(view, "us_casablanca") or view.option("us_landing_zones") == "on":
        return False
    return controller(view, CASABLANCA) == "us"


def staging(view: View, power: str) -> str:
    """A power's staging territory, "" for none; with the reserve the US stages in Gibraltar (opt.adv.reserve-us)."""
    own = data(view).powers[power].staging
    if own is None and power == "us" and view.option("strategic_reserve") == "on":
        return data(view).powers["uk"].staging or ""
    return own or ""


def axis_islands(view: View) -> list[str]:
    """The islands where the Axis deploys directly."""
    return list(data(view).spaces_with("axis_direct_deploy"))


def place_problem(view: View, piece: Piece, to: str) -> Ruling | None:
    """Why a unit may not be deployed in a place; None if it may. Supply is asked as kind `supply`.

    Which zones are whose, sea.deploy-zones, stands in `powers.csv`.
    """
    power, info = view.state.power, data(view)
    line = info.powers[power]
    if piece.kind in SHIPS:
        if to in line.deploy_zones:
            return None
        told = joined((name(view, zone) for zone in line.deploy_zones), "or")
        return Ruling.refuse("deploy.sea", f"new {nation(power)} ships are deployed in {told}", "sea.deploy-zones")
    if to == line.staging:
        return None
    if to == staging(view, "us") and power == "us":
        if piece.kind != "supply":
            return Ruling.refuse("opt.adv.reserve-us", "the US stages supply only in Gibraltar")
        return _us_bound_problem(view, piece, to)
    if to in axis_islands(view) and side_of(power) == AXIS:
        if piece.kind in AIR or piece.kind == "aaa" or (piece.kind == "anti_tank_gun" and power == "germany"):
            return None
        text = f"only AAA, aircraft and German anti-tank guns are deployed to {name(view, to)}"
        return Ruling.refuse("deploy.axis-islands", f"{text}, not {word(piece.kind, 2)}")
    if not is_sea(view, to):
        rule = "board.staging.us-none" if to == "gibraltar" and power == "us" else "game.no-factories"
        return Ruling.refuse(rule, f"{power_name(power)} cannot deploy in {name(view, to)}", "deploy.staging-or-convoy")
    return _zone_problem(view, piece, to)


def _anzac_problem(view: View, piece: Piece) -> Ruling | None:
    """Why a unit cannot start in the Indian Ocean zone; None if it can (optional rule opt.adv.anzac)."""
    if piece.kind != "infantry" or piece.has("staged"):
        text = f"only infantry from the Reinforcements Zone start there, not {word(piece.kind, 2)}"
        return Ruling.refuse("opt.adv.anzac", text)
    if facts(view).anzac:
        return Ruling.refuse("opt.adv.anzac", "one ANZAC infantry a turn; it has been sent", "deploy.uk-chain")
    return None


def _zone_problem(view: View, piece: Piece, to: str) -> Ruling | None:
    power = view.state.power
    if power == "uk" and to == INDIAN and view.option("anzac") == "on":
        return _anzac_problem(view, piece)
    if power == "uk" and to in (INDIAN, SUEZ):
        return Ruling.refuse("deploy.uk-chain", "the route round Africa begins in the Atlantic Ocean convoy zone")
    if power == "italy" and happens(view, "italy_tripoli_only") and not leads_to(view, to, TRIPOLI):
        text = f"in round {view.state.round} Italy deploys only to the Tripoli convoy zone"
        return Ruling.refuse("torch.italy-tripoli", text)
    if tunis_closed(view, to) and is_open(view, data(view).convoys[to]):
        first = data(view).rounds.first("tunis_route", printed(view))
        text = f"the route of {name(view, to)} opens to the Axis in round {first}; this is round {view.state.round}"
        return Ruling.refuse("rommel.r7-tunis-zone", text)
    if to not in zones(view):
        convoy = data(view).convoys.get(to)
        if convoy is None:
            return Ruling.refuse("deploy.staging-or-convoy", f"{name(view, to)} is no convoy zone")
        if power not in convoy.powers:
            return Ruling.refuse("csz.who-may-deploy", f"{name(view, to)} is not a route of {power_name(power)}")
        text = f"the route of {name(view, to)} is closed: {name(view, convoy.port)} is not held"
        return Ruling.refuse("csz.port-link", text, "csz.who-may-deploy", *_tunis(view, to))
    if to == MALTA_ZONE and piece.kind not in AIR and piece.kind not in ("aaa", "supply"):
        text = f"only AAA, air units and supply go to Malta's zone, not {word(piece.kind, 2)}"
        return Ruling.refuse("deploy.uk-malta", text)
    return _us_bound_problem(view, piece, to)


def _us_bound_problem(view: View, piece: Piece, to: str) -> Ruling | None:
    """Why the US cannot deploy elsewhere than to Casablanca's zone; Gibraltar, where it may stage, is no way out."""
    if not us_bound(view) or piece.kind in AIR or leads_to(view, to, CASABLANCA):
        return None
    also = ("opt.adv.reserve-us",) if to == staging(view, "us") else ()
    text = f"in round {view.state.round} the United States must use the Casablanca convoy zone"
    return Ruling.refuse("r7.us-deploy", text, *also)


def _tunis(view: View, zone: str) -> tuple[str, ...]:
    return ("rommel.r7-tunis-zone",) if leads_to(view, zone, TUNIS) and printed(view) == "rommel" else ()


def deployment_rules(view: View, to: str) -> tuple[str, ...]:
    """What opens a place to reinforcements of the acting power: its route, or its staging territory."""
    convoy = data(view).convoys.get(to)
    if convoy is not None:
        full = number(view, to) >= DEFAULT_LIMIT
        opened = "csz.permanent" if convoy.permanent else "csz.port-link"
        return ("csz.who-may-deploy", opened, *_tunis(view, to), *(("stack.sea-none",) if full else ()))
    home = data(view).powers[view.state.power].staging == to
    return ("board.staging.axis" if side_of(view.state.power) == AXIS else "board.staging.uk",) if home else ()


def reserve_rules(view: View, start: str, to: str) -> tuple[str, ...]:
    """Supply that enters or leaves the optional reserve in the staging territory."""
    home = staging(view, view.state.power)
    if view.option("strategic_reserve") != "on" or home not in (start, to):
        return ()
    return ("opt.adv.reserve-use", "opt.adv.reserve-us") if view.state.power == "us" else ("opt.adv.reserve-use",)


def zone_rules(view: View, to: str) -> list[str]:
    """The rules by which cargo and aircraft may enter a convoy zone."""
    if not is_sea(view, to):
        return []
    own = {MALTA_ZONE: ["deploy.uk-malta"], ATLANTIC: ["deploy.uk-chain"]}.get(to, [])
    hostile = ["deploy.hostile-zone", "deploy.no-combat"] if is_hostile(view, to, side_of(view.state.power)) else []
    return ["deploy.full-round", *own, *hostile]
