"""Where a page shows markup: only what `northafrica.core.html` made goes in as it is, a plain string as text."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets
import traitlets
from markupsafe import Markup

from northafrica.core.html import safe


class Html(widgets.HTML):  # type: ignore[misc]
    """ipywidgets' HTML that escapes every string which is not markup."""

    def __init__(self, value: object = "", **more: Any) -> None:
        super().__init__(value=safe(value), **more)

    @traitlets.validate("value")
    def _as_markup(self, proposal: Any) -> Markup:
        return safe(proposal["value"])
