"""Commands that ask: `systems`, `rules`, `legal`, `try`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import northafrica
from northafrica.cli.inputs import InputError, Opened, blame, open_game, pairs
from northafrica.cli.output import Answer, wrap, wrap_list
from northafrica.core.game import Game
from northafrica.core.nothing import why_nothing
from northafrica.core.options import Option
from northafrica.core.orders import FieldSpec, Order, OrderError, Some, nearest, specs, usage, value_text
from northafrica.core.rulebook import Rule, Rulebook, Ruling
from northafrica.core.start import VERSION
from northafrica.core.system import ScenarioInfo
from northafrica.core.walk import PARTED, begins, next_field
from northafrica.systems import SYSTEMS
from northafrica.whereabouts import Whereabouts, all_whereabouts, in_section, printed_on, whereabouts


# -- systems -----------------------------------------------------------------------------------------
def systems(options: argparse.Namespace) -> Answer:
    """List what there is to play."""
    found = [_system(name) for name in SYSTEMS]
    lines = [line for system in found for line in _system_lines(system)]
    return Answer({"version": VERSION, "systems": found}, lines)


FIELD = ("name", "type", "keyword", "label", "optional", "choices")
"""What is told of a field."""


def _system(name: str) -> dict[str, Any]:
    system = SYSTEMS[name]
    data = system.load()
    return {
        "name": name,
        "title": system.title,
        "sides": dict(system.sides),
        "powers": dict(system.powers(data)),
        "scenarios": [asdict(info) for info in system.scenarios.values()],
        "options": [_option(option) for option in system.options(data).values()],
    }


def _option(option: Option) -> dict[str, Any]:
    return asdict(option) | {"values": list(option.values)}


def _rounds(info: Mapping[str, Any]) -> str:
    return f"rounds {ScenarioInfo(**info).rounds}"


def _system_lines(system: Mapping[str, Any]) -> list[str]:
    lines = [f"{system['name']}: {system['title']}", "  scenarios"]
    for info in system["scenarios"]:
        lines.append(f"    {info['name']}: {info['title']}, {_rounds(info)}")
        lines += wrap(info["summary"], " " * 8)
    lines.append("  options (the default stands first)")
    for option in system["options"]:
        others = [value for value in option["values"] if value != option["default"]]
        made = "; reconstruction" if option["reconstruction"] else ""
        lines.append(f"    {option['name']}: {', '.join([option['default'], *others])} [{option['rule']}{made}]")
        lines += wrap(f"{option['title']}. {option['reason']}" if option["title"] else option["reason"], " " * 8)
    return lines


# -- rules -------------------------------------------------------------------------------------------
PARTS = ("code", "tables", "cases", "pages", "exercises")
"""What carries a rule, as `Whereabouts` has it."""
FEW = 3
"""As many rules are told with all that carries them."""


def rules(options: argparse.Namespace) -> Answer:
    """Look up one rule, search, or list all."""
    book = northafrica.rules(options.system)
    asked = [name for name in ("id", "search", "page", "section") if getattr(options, name) is not None]
    if options.id is not None and len(asked) > 1:
        raise InputError("an id names one rule: give it without --search, --page and --section")
    if options.where and not asked:
        raise InputError("--where wants to know of which rules: give an id, --search, --page or --section")
    if options.id is not None:
        rule = book[options.id]
        if not options.where:
            return Answer(asdict(rule), _rule_lines(rule))
        found = whereabouts(options.system, rule.id)
        return Answer(asdict(found), _where(found))
    chosen = _chosen(book, options)
    if options.where:
        return _all_where(options.system, chosen)
    lines = [line for rule in chosen for line in _rule_lines(rule)] if asked else _contents(book)
    return Answer({"system": options.system, "count": len(chosen), "rules": [asdict(rule) for rule in chosen]}, lines)


def _chosen(book: Rulebook, options: argparse.Namespace) -> tuple[Rule, ...]:
    """The rules that are asked for: what page, section and search all find. Raises InputError at none."""
    found = list(book.values())
    if options.page is not None:
        found = _printed(book, options.system, options.page)
    if options.section is not None:
        found = [rule for rule in found if in_section(rule, options.section)]
        if not found:
            near = nearest(options.section, {rule.section for rule in book.values()})
            raise InputError(f"no rule of {options.system} stands there in section '{options.section}'{near}")
    if options.search is not None:
        found = list(Rulebook(found).search(options.search))
        if not found:
            raise InputError(f"no rule of {options.system} there holds most of the words '{options.search}'")
    return tuple(found)


def _printed(book: Rulebook, system: str, asked: tuple[int, int]) -> list[Rule]:
    """The rules of a page or some. Raises InputError where none is printed there."""
    first, last = asked
    found = [rule for rule in book.values() if any(printed_on(rule, page) for page in range(first, last + 1))]
    pages = [rule.page for rule in book.values() if rule.page is not None]
    if not pages:
        raise InputError(f"the rules of {system} are told by section, not by page; try --section")
    if not found:
        there = f"page {first}" if first == last else f"pages {first} to {last}"
        raise InputError(f"no rule of {system} is printed on {there}; they stand on pages {min(pages)} to {max(pages)}")
    return found


def _where(found: Whereabouts) -> list[str]:
    """A rule, and all that carries it."""
    lines = _rule_lines(found.rule)
    for name in PARTS:
        lines += [f"{name}:", *(f"  {spot}" for spot in getattr(found, name) or ("none",))]
    return lines


def _all_where(system: str, rules: Sequence[Rule]) -> Answer:
    """Several rules, and what carries them: where there are more than a few, the first spot of each part."""
    places = all_whereabouts(system, [rule.id for rule in rules])
    lines = [line for found in places for line in (_where(found) if len(rules) <= FEW else _briefly(found))]
    return Answer({"system": system, "count": len(rules), "rules": [asdict(found) for found in places]}, lines)


def _briefly(found: Whereabouts) -> list[str]:
    spots = [f"  {name}: {spots[0]}" for name in PARTS if (spots := getattr(found, name))]
    return [f"{found.rule.id}: {found.rule.title} ({found.rule.section})", *spots]


def _rule_lines(rule: Rule) -> list[str]:
    return [f"{rule.id}: {rule.title} ({rule.section})", *wrap(rule.text, "    ")]


def _contents(book: Rulebook) -> list[str]:
    lines = []
    for phase, found in book.by_phase().items():
        lines += [phase, *(f"  {rule.id}: {rule.title}" for rule in found)]
    return lines


# -- legal -------------------------------------------------------------------------------------------
def legal(options: argparse.Namespace) -> Answer:
    """Say what may be ordered in a situation."""
    given = pairs("--given", options.given)
    if given and options.kind is None:
        raise InputError("--given fills fields of one kind of order; name it with --kind")
    opened = open_game(options.file, options.data, options.to)
    with blame(options.file):
        _after(opened.game, options.after)
        if options.kind is not None:
            return _values(opened, options.kind, given, options.more)
        document = situation(opened.game) | {"kinds": _kinds(opened.game)}
    return Answer(document, _kinds_lines(document), warnings=opened.warnings)


def _after(game: Game, texts: Sequence[str]) -> None:
    """Carry out orders and dice, as `try` does, before the question. Raises InputError at one that is refused."""
    if texts:
        game.luck = None
    for text in texts:
        item = text if _dice(text) is not None else game.parse(text)
        ruled = _judge(game, item)
        if not ruled["allowed"]:
            rule = f" [{ruled['rule']}]" if ruled["rule"] else ""
            raise InputError(f"--after '{text}' is refused: {ruled['reason']}{rule}")
        _carry_out(game, item)


def situation(game: Game) -> dict[str, Any]:
    """What the game waits for, as plain data."""
    prompt, chance = game.prompt, game.chance
    waits = "order" if game.choice is not None else "dice" if chance is not None else "nothing"
    found: dict[str, Any] = {
        "system": game.system.name,
        "scenario": game.setting.scenario,
        "round": game.round,
        "power": game.state.power,
        "phase": game.state.phase,
        "seat": game.seat,
        "waits_for": waits,
        "prompt": {"text": prompt.text, "why": prompt.why, "rules": list(prompt.rules)},
    }
    if chance is not None:
        view = game.view(game.seat)
        found["dice"] = {"count": chance.count(view), "pool": list(chance.pool(view)), "replacing": chance.replacing}
    return found


def _kinds(game: Game) -> list[dict[str, str]]:
    known = game.grammar.kinds
    return [{"kind": kind, "usage": usage(known[kind]), "help": known[kind].help} for kind in game.legal()]


def _kinds_lines(document: Mapping[str, Any]) -> list[str]:
    prompt = document["prompt"]
    lines = [f"{document['seat'] or 'nobody'} to act: {prompt['text']}"]
    if prompt["why"]:
        lines += wrap(prompt["why"], "  ")
    if prompt["rules"]:
        lines.append(f"  rules: {', '.join(prompt['rules'])}")
    for kind in document["kinds"]:
        lines += [f"  {kind['usage']}", f"      {kind['help']}"]
    return lines


def _values(opened: Opened, kind: str, given: Mapping[str, str], more: str) -> Answer:
    """What may fill the next field of one kind of order, or be put into the field `more`."""
    game = opened.game
    known = game.grammar.kinds
    if kind not in known:
        raise InputError(f"--kind {kind}: no order of {game.system.name}{nearest(kind, known)}")
    possible = game.legal()
    if kind not in possible:
        why = f"'{kind}' cannot be ordered now; possible are {', '.join(possible) or 'none'}"
        return Answer(situation(game) | {"kind": kind, "refused": why}, [why], 1, opened.warnings)
    filled = {name: _field_value(game, known[kind], name, text) for name, text in given.items()}
    spec = _asked(known[kind], filled, more)
    view = game.view(game.seat)
    document = situation(game) | {
        "kind": kind,
        "usage": usage(known[kind]),
        "given": dict(given),
        "places": begins(game.choice.deed(view, known[kind]), view) if game.choice else [],
        "field": {name: getattr(spec, name) for name in FIELD} if spec else None,
        "values": [_value(spec, value, bool(more)) for value in game.legal(kind, more, **filled)] if spec else [],
    }
    empty = spec is not None and not spec.optional and not document["values"]
    document["why_nothing"] = _why_nothing(game, kind, filled) if empty else []
    return Answer(document, _values_lines(document), warnings=opened.warnings)


def _asked(kind: type[Order], filled: Mapping[str, Any], more: str) -> FieldSpec | None:
    """The field that is asked about. Raises InputError where `more` names none of several parts."""
    if not more:
        return next_field(kind, filled)
    parted = {spec.name: spec for spec in specs(kind) if spec.type in PARTED}
    if more not in parted:
        raise InputError(
            f"--more {more}: '{kind.kind}' has no such field; of several parts are {', '.join(parted) or 'none'}"
        )
    return parted[more]


def _why_nothing(game: Game, kind: str, filled: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Orders of the kind that one might think of, each with the ruling that forbids it."""
    book = game.system.rulebook(game.setting.data)
    return [{"order": str(order), **ruling_document(ruling, book)} for order, ruling in why_nothing(game, kind, filled)]


def _field_value(game: Game, kind: type[Order], name: str, text: str) -> Any:
    try:
        return game.grammar.value(kind, name, text)
    except OrderError as error:
        raise InputError(f"--given {name}={text}: {error}") from error


def _value(spec: FieldSpec, value: Any, part: bool = False) -> str:
    """A value in notation, or a part of one. Units are offered group by group, each with its greatest number."""
    if isinstance(value, Some) or (part and spec.type == "path"):
        return str(value)
    return value_text(spec, (value,) if part else value)


def _values_lines(document: Mapping[str, Any]) -> list[str]:
    lines, spec = [str(document["usage"])], document["field"]
    if spec is None:
        return [*lines, "  every field is given"]
    if document["places"] and not document["given"]:
        lines += wrap_list("  can begin in", document["places"])
    optional = ", may be left out" if spec["optional"] else ""
    lines.append(f"  {spec['name']} ({spec['label']}{optional})")
    if document["values"]:
        return lines + [f"    {value}" for value in document["values"]]
    lines.append("    nothing can fill it" + (", for example:" if document["why_nothing"] else ""))
    return lines + [f"    {line}" for refused in document["why_nothing"] for line in _ruling_lines(refused)]


# -- try ---------------------------------------------------------------------------------------------
def try_orders(options: argparse.Namespace) -> Answer:
    """Give the rulings on orders, each after those before it; the file stays as it is."""
    opened = open_game(options.file, options.data, options.to)
    game, texts = opened.game, options.orders
    read = [text if _dice(text) is not None else game.parse(text) for text in texts]
    if len(read) > 1:
        game.luck = None  # dice are named among the orders, never thrown behind the asker's back
    judged: list[dict[str, Any]] = []
    for item in read:
        with blame(options.file):
            judged.append(_judge(game, item))
        if not judged[-1]["allowed"]:
            break
        if len(judged) < len(read):
            _carry_out(game, item)
    left = [str(item) for item in read[len(judged) :]]
    document = judged[0] if len(read) == 1 else {"orders": judged, "not_judged": left}
    lines = [line for one in judged for line in _ruling_lines(one)]
    lines += [f"not judged: {text}" for text in left]
    return Answer(document, lines, 0 if judged[-1]["allowed"] else 1, opened.warnings)


def _dice(text: str) -> list[int] | None:
    """The dice that `dice 5 8` names; None where the text is an order. Raises InputError."""
    word, _, rest = text.strip().partition(" ")
    if word.lower() != "dice":
        return None
    if not rest.split() or not all(part.isascii() and part.isdigit() for part in rest.split()):
        raise InputError(f"'{text}': write the dice as numbers, like 'dice 5 8'")
    return [int(part) for part in rest.split()]


def _judge(game: Game, item: Order | str) -> dict[str, Any]:
    """The ruling on an order, or on dice where the game waits for them."""
    seat = game.seat
    if isinstance(item, Order):
        ruling = game.check(item)
    elif game.chance is None:
        ruling = Ruling.refuse("", "the game does not wait for dice")
    else:
        ruling = game.chance.check(game.view(seat), tuple(_dice(item) or ()))
    document = ruling_document(ruling, game.system.rulebook(game.setting.data))
    return {"order": str(item), "seat": seat, **document}


def _carry_out(game: Game, item: Order | str) -> None:
    if isinstance(item, Order):
        game.play(item)
    else:
        game.roll(*(_dice(item) or ()))


def ruling_document(ruling: Ruling, book: Rulebook) -> dict[str, Any]:
    """A ruling as plain data, its rule looked up."""
    rule = book.get(ruling.rule)
    return {
        "allowed": ruling.allowed,
        "rule": ruling.rule,
        "title": rule.title if rule else "",
        "section": rule.section if rule else "",
        "page": rule.page if rule else None,
        "text": rule.text if rule else "",
        "reason": ruling.reason,
        "numbers": dict(ruling.numbers),
        "rules": list(ruling.rules),
        "notes": list(ruling.notes),
    }


def _ruling_lines(document: Mapping[str, Any]) -> list[str]:
    if document["allowed"]:
        return [f"allowed: {document['order']}", *_notes(document["notes"])]
    lines = [f"refused: {document['order']}", *wrap(document["reason"], "  ")]
    if document["rule"]:
        lines.append(f"  rule: {document['rule']}, {document['title']} ({document['section']})")
        lines += wrap(document["text"], "    ")
    if document["numbers"]:
        lines.append(f"  numbers: {', '.join(f'{name} {value}' for name, value in document['numbers'].items())}")
    if also := dict.fromkeys(rule for rule in document["rules"] if rule != document["rule"]):
        lines.append(f"  see also: {', '.join(also)}")
    return [*lines, *_notes(document["notes"])]


def _notes(notes: Sequence[str]) -> list[str]:
    return [line for note in notes for line in wrap(f"note: {note}", "  ")]
