"""The command line: `northafrica`, or `python -m northafrica`.

Exit codes: 0 done, 1 refused or differs, 2 input that cannot be read, 3 a fault of the kit itself.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from northafrica.cli.inputs import READABLE, InputError
from northafrica.cli.output import Answer, close_quietly, complain, prepare_streams, show
from northafrica.cli.parser import read_arguments
from northafrica.core.files import why

__all__ = ["main"]

UNREADABLE, FAULT, PIPE_CLOSED, INTERRUPTED = 2, 3, 141, 130
TRACEBACK = "NORTHAFRICA_TRACEBACK"


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    prepare_streams()
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except BrokenPipeError:
        close_quietly()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        complain(f"{f'{error.filename}: ' if error.filename else ''}{why(error)}")
        return UNREADABLE
    except (InputError, *READABLE) as error:
        complain(error)
        return UNREADABLE
    except Exception as error:
        return _fault(error)


def _run(argv: list[str]) -> int:
    options = read_arguments(argv)
    answer: Answer = options.run(options)
    show(answer, getattr(options, "json", False))
    return answer.code


def _fault(error: Exception) -> int:
    """Tell of a fault in one line; the whole traceback only where it is asked for."""
    if os.environ.get(TRACEBACK):
        raise error
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}, line {where.lineno}"
    complain(f"a fault of the kit: {type(error).__name__}: {error} ({place})")
    print(f"Set {TRACEBACK}=1 to see where it came from.", file=sys.stderr)
    return FAULT
