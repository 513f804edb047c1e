"""The documentation builds without a warning, holds every module, and needs no other host."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASKED = r"""(?:url\(\s*['"]?|@import\s+['"]|\b(?:src|href|action|data)\s*=\s*['"])\s*"""
OUTSIDE = re.compile(ASKED + r"""((?:https?:)?//[^'"\s)]+)""")
SERVED = "404.html"  # for a web server; nobody opens it from a disk


class Page(HTMLParser):
    """The anchors of a page and what it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.refers: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.refers.add(value)


def build(config: Path, site: Path) -> tuple[int, list[str]]:
    """Build, and return the exit code and all that is no mere information."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(site)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, [line for line in done.stderr.splitlines() if line and not line.startswith("INFO")]


def broken(site: Path) -> list[str]:
    """References of a site's pages to files or anchors that are not there."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html") if path.name != SERVED}
    found = []
    for path, page in pages.items():
        for reference in sorted(page.refers):
            parts = urlsplit(reference)
            if parts.scheme or parts.netloc:
                continue  # see outside
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = target.is_file()
            if there and parts.fragment and target in pages:
                there = unquote(parts.fragment) in pages[target].anchors
            found += [] if there else [f"{path.relative_to(site)}: {reference}"]
    return found


def outside(text: str) -> list[str]:
    """What a page or a style sheet would ask of another host."""
    return OUTSIDE.findall(text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole documentation, built."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    code, said = build(ROOT / "mkdocs.yml", folder)
    assert code == 0, "\n".join(said)
    assert not said
    return folder


def test_every_chapter_and_every_module_has_a_page(site: Path) -> None:
    chapters = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert len(chapters) > 3
    for path in (ROOT / "northafrica").rglob("*.py"):
        module = path.relative_to(ROOT)
        if not any(part.startswith("_") for part in module.with_suffix("").parts if part != "__init__"):
            name = "index.html" if module.name == "__init__.py" else f"{module.stem}.html"
            chapters.add(Path("api") / module.parent / name)
    missing = [str(page) for page in sorted(chapters) if not (site / page).is_file()]
    assert not missing, "\n".join(missing)


def test_docstrings_are_on_the_page(site: Path) -> None:
    page = (site / "api" / "northafrica" / "index.html").read_text(encoding="utf-8")
    assert 'id="northafrica.load"' in page
    assert "without <code>seed</code> the game waits for dice" in page.lower().replace("<p>", "")
    assert re.search(r'class="[^"]*highlight', page)  # an example is code
    rows = (site / "api" / "northafrica" / "coverage.html").read_text(encoding="utf-8")
    assert "<li><code>rows</code>: how many rules the rulebook has</li>" in rows  # aligned lines are a list


def test_every_reference_leads_somewhere(site: Path) -> None:
    assert not broken(site), "\n".join(broken(site))


def test_no_other_host_is_asked(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css", ".svg")]
    assert len(files) > 20
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.name != SERVED}
    found = [f"{path.relative_to(site)}: {host}" for path, text in texts.items() for host in outside(text)]
    assert not found, "\n".join(found)


def test_a_broken_reference_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    lines = ["[a](missing.md)", "[b](index.md#missing)", "[c][northafrica.core.missing]", "::: northafrica.core.dice"]
    (tmp_path / "docs" / "index.md").write_text("\n\n".join(lines))
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: docs\ntheme: {{custom_dir: {ROOT / 'docs' / 'theme'}}}\n"
        f"plugins:\n  - mkdocstrings: {{handlers: {{python: {{paths: ['{ROOT}']}}}}}}\n"
    )
    code, said = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert code != 0
    for word in ("missing.md", "#missing", "northafrica.core.missing"):
        assert any(word in line for line in said), "\n".join(said)


def test_the_reader_of_pages_sees(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#x"></a><a href="b.html#y"></a><img src="c.png">')
    (tmp_path / "b.html").write_text('<h1 id="x"></h1><a href="#x">')
    assert broken(tmp_path) == ["a.html: b.html#y", "a.html: c.png"]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ('<link href="https://fonts.example.org/x.css">', True),
        ('<script src="//cdn.example.org/x.js">', True),
        ("@font-face { src: url( 'http://example.org/x.woff' ) }", True),
        ('@import "https://example.org/x.css";', True),
        ('<a href="../x.html">https://example.org</a>', False),
        ("url(../fonts/x.woff)", False),
    ],
)
def test_the_reader_of_hosts_sees(text: str, asks: bool) -> None:
    assert bool(outside(text)) == asks
