"""Comments of a record as a class meets them: words for all, and an answer that is shown when asked for.

The answer begins at the word `Answer:`, on a line of its own or in the middle of one, in capitals or small letters,
with marks of emphasis or a blank before the colon:

    Where would you attack? Answer: nowhere, there is supply for five units only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARK = re.compile(r"(?<!\w)(?<!\bno )[*_~`#>(\[]*answers?[*_~`]*\s*[:\uff1a\ufe55][*_~`]*\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Remark:
    """What a comment says at once, and what only when asked."""

    text: str
    answer: str = ""

    def __str__(self) -> str:
        """The comment as a record keeps it."""
        return f"{self.text}\nAnswer: {self.answer}".strip() if self.answer else self.text


def remark(comment: str) -> Remark:
    """A comment taken apart at the first `Answer:`."""
    parts = _MARK.split(comment, maxsplit=1)
    return Remark(parts[0].strip(), parts[1].strip() if len(parts) > 1 else "")
