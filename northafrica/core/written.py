"""Steps written by hand: where they do not fit what stands on the board, that is the position's fault, and told so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from northafrica.core.options import SetupError
from northafrica.core.orders import OrderError


class PositionError(SetupError):
    """A position that cannot be: says the line, what is wrong and what to write."""


def named(file: object, error: PositionError) -> str:
    """What is wrong with the position of a file.

    >>> named("p.txt", PositionError("line 3: 'x' is no power"))
    "p.txt, line 3: 'x' is no power"
    """
    return f"{file}{', ' if str(error).startswith('line ') else ': '}{error}"


class Written(Protocol):
    """What may stand on steps written by hand."""

    @property
    def written(self) -> bool:
        """Whether the steps the game began with were read from a text."""


W = TypeVar("W", bound=Written)
Given = ParamSpec("Given")
Found = TypeVar("Found")


def steps_hold(act: Callable[Concatenate[W, Given], Found]) -> Callable[Concatenate[W, Given], Found]:
    """An action of a game whose failure is a `PositionError` where the game began with steps written by hand."""

    @wraps(act)
    def run(game: W, /, *args: Given.args, **kwargs: Given.kwargs) -> Found:
        try:
            return act(game, *args, **kwargs)
        except (OrderError, PositionError):
            raise
        except Exception as error:
            if not game.written or hasattr(error, "ruling"):
                raise
            raise misfit(error) from error

    return run


def misfit(error: Exception) -> PositionError:
    """What is said of steps that fail."""
    ours = isinstance(error, ValueError) and str(error)
    what = ours or "a value in it is of another kind, or names what is not there"
    return PositionError(
        f"the line 'stack' does not fit this position ({what}); "
        "leave out 'facts' and 'stack' to begin at the start of the phase"
    )
