"""The command `odds`: what is known of a battle before it is fought."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Mapping
from typing import Any, get_origin

from northafrica.cli.inputs import InputError, pairs
from northafrica.cli.output import Answer
from northafrica.core.start import VERSION

NAMED = ("attacker", "defender", "supply", "retreat", "order_of_loss", "bombard", "odds", "shift")
FLAGS = ("aa", "sea")
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def odds(options: argparse.Namespace) -> Answer:
    """Answer one battle. Raises InputError."""
    from northafrica.odds.told import OddsError
    from northafrica.systems import battles

    try:
        given = _given(options, battles.options_of(options.system))
        answer = battles.odds_of(options.system, options.attackers, options.defenders, **given)
        document = {"version": VERSION, "system": options.system, **answer.as_dict()}
    except OddsError as error:
        raise InputError(str(error)) from error
    return Answer(document, str(answer).splitlines())


def _given(options: argparse.Namespace, known: Mapping[str, inspect.Parameter]) -> dict[str, Any]:
    """The options given, with the types that the system's odds want."""
    texts = {name: text for name in NAMED if (text := getattr(options, name)) is not None}
    texts |= {name: YES[0] for name in FLAGS if getattr(options, name)}
    for name, text in pairs("--option", options.option).items():
        plain = name.replace("-", "_")
        if plain in texts:
            raise InputError(f"--option {name}={text}: '{name}' is given twice")
        texts[plain] = text
    return {name: _typed(name, text, known[name]) if name in known else text for name, text in texts.items()}


def _typed(name: str, text: str, wanted: inspect.Parameter) -> Any:
    kind = wanted.annotation
    if kind is bool:
        if text.lower() not in (*YES, *NO):
            raise InputError(f"{written(name, text)}: write yes or no")
        return text.lower() in YES
    if kind in (int, float) and get_origin(kind) is None:
        try:
            return kind(text)
        except ValueError:
            what = "whole number" if kind is int else "number"
            raise InputError(f"{written(name, text)}: this is no {what}") from None
    return text


def written(name: str, text: str) -> str:
    """An option as it is written: those without a flag of their own go through --option."""
    if name in (*NAMED, *FLAGS):
        return f"--{name.replace('_', '-')} {text}"
    return f"--option {name}={text}"
