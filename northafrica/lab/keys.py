"""Keys pressed inside a table belong to the table.

JupyterLab gives letters and arrows to the notebook wherever the focus is no text field: on a list an arrow
would go to the next cell and a `b` would add one. A widget cannot listen to keys, but its style sheet can say
what to do once it has been read: it stops such keys at the table's edge. Ctrl, Alt and Cmd still reach JupyterLab.
"""

from __future__ import annotations

STOP = "if(!event.ctrlKey&&!event.metaKey&&!event.altKey)event.stopPropagation()"


def sheet(rules: str, root: str) -> str:
    """A style sheet that also keeps plain keys inside the element of class `root` around it."""
    return f"<style onload=\"this.closest('.{root}')?.setAttribute('onkeydown','{STOP}')\">{rules}</style>"
