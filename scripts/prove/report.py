"""The result as a table in Markdown, and its place in the documentation."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scripts.prove.outcome import Outcome

BEGIN, END = "<!-- begin of the result -->", "<!-- end of the result -->"
_MOST = 20
"""Failures of a part that are listed; the rest are counted."""


class About(NamedTuple):
    """The campaign that the table is of."""

    date: str
    commit: str
    seed: int
    seconds: float
    size: str
    """short, default or long"""


def table(outcomes: Sequence[Outcome]) -> str:
    """A row for each outcome."""
    head = "| part | what | done | wanted | measured | verdict |\n|---|---|---|---|---|---|\n"
    rows = [
        f"| {row.part} | {_cell(row.what)} | {_done(row)} | {_cell(row.wanted)} "
        f"| {_cell(row.measured)} | {row.verdict} |\n"
        for row in outcomes
    ]
    return head + "".join(rows)


def failures(outcomes: Sequence[Outcome], about: About) -> str:
    """Every failure with the command that repeats it, '' where there is none."""
    lines: list[str] = []
    for row in outcomes:
        for failure in row.failures[:_MOST]:
            index = f" --index {failure.index}" if failure.index >= 0 else ""
            size = "" if about.size == "default" else f" --{about.size}"
            again = f'make prove ARGS="--only {row.part} --seed {about.seed}{index}{size}"'
            lines.append(f"- {row.part}: {_cell(failure.reason)} (`{again}`)")
        if len(row.failures) > _MOST:
            lines.append(f"- {row.part}: and {len(row.failures) - _MOST:,} more")
    return "\n".join(["Failures:", "", *lines, ""]) if lines else ""


def report(outcomes: Sequence[Outcome], about: About) -> str:
    """The section that is written into the documentation."""
    minutes = f"{about.seconds / 60:.1f} minutes"
    return (
        f"Run on {about.date} at commit {about.commit}, size {about.size}, seed {about.seed}, {minutes}.\n\n"
        f"{table(outcomes)}\n{failures(outcomes, about)}"
    )


def write(path: Path, text: str) -> None:
    """Put the text between the markers of the file; raises ValueError where it has none."""
    content = path.read_text()
    before, begin, rest = content.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path}: no place for the result (expected {BEGIN} and {END})")
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}")


def _done(row: Outcome) -> str:
    """How much was done, and of how much where that is more."""
    return f"{row.done:,}" if row.done >= row.planned else f"{row.done:,} of {row.planned:,}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
