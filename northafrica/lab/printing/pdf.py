"""A page as PDF: printed by a browser of the Chromium family that is installed anyway. Nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from northafrica.core.files import no_other, save_beside, telling

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "brave-browser",
    "microsoft-edge",
    "msedge",
)
SECONDS = 120
QUIET = ("--headless", "--disable-gpu", "--disable-extensions", "--no-first-run", "--no-pdf-header-footer")


class PdfError(ValueError):
    """A PDF that could not be made: says what to do instead."""


def find_browser(name: str = "") -> str:
    """The program that prints: the one named (a program or its path), or the first of BROWSERS. Raises PdfError."""
    for known in (name,) if name else BROWSERS:
        found = shutil.which(known)
        if found:
            return found
    tried = f"'{name}' is no program here" if name else f"no browser was found ({', '.join(BROWSERS)})"
    raise PdfError(f"{tried}; save the page as .html, open it in any browser and print it as PDF")


def print_pdf(html: str, file: Path | str, browser: str = "") -> Path:
    """Write a page of HTML as PDF; returns its path. Raises PdfError."""
    program, target = find_browser(browser), Path(file).absolute()
    no_other(target, _is_pdf, "PDF")  # before anything is printed
    with telling(target), tempfile.TemporaryDirectory() as folder:
        page, made = Path(folder) / "page.html", Path(folder) / "page.pdf"
        page.write_text(html, encoding="utf-8")
        command = [program, *QUIET, f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}", page.as_uri()]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # in a container everybody is root, and the sandbox refuses root
        _run(command)
        if not made.is_file() or not made.read_bytes().startswith(b"%PDF"):
            raise PdfError(f"{program} printed nothing; save the page as .html, open it in any browser and print it")
        return save_beside(made.read_bytes(), target, _is_pdf, "PDF").file


def _is_pdf(head: str) -> bool:
    return head.startswith("%PDF")


def _run(command: list[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise PdfError(f"{command[0]} did not end within {SECONDS} s; save the page as .html and print it") from error
    except (OSError, subprocess.CalledProcessError) as error:
        raise PdfError(f"{command[0]} cannot print: {error}; save the page as .html and print it") from error
