"""Rows as a LaTeX table with booktabs."""

import re
from collections.abc import Mapping

from reasonboard.export.texts import TextTable, one_line

_HEAD = (
    "% Needs \\usepackage{booktabs} in the preamble; letters beyond Latin need LuaLaTeX or XeLaTeX."
)
_APART = "\0"
"""Stands between hyphens that would become a dash; no text of one line has it."""
_SIGNS = {
    _APART: "{}",
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': "''",
    # At the start of a row these would be more than themselves.
    "*": "{*}",
    "[": "{[}",
    "]": "{]}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "·": r"\textperiodcentered{}",
    "≈": r"$\approx$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "→": r"$\rightarrow$",
    "²": r"\textsuperscript{2}",
    "√": r"$\surd$",
    "▲": r"$\bigtriangleup$",
    "▼": r"$\bigtriangledown$",
}


_CAPTION = (
    ("filters", ""),
    ("kinds", "Data: "),
    ("uncertainty", "Uncertainty: "),
    ("source", "Source: "),
)


def latex(provenance: Mapping[str, str], table: TextTable) -> str:
    """A `table` float, its caption saying what the rows are and where they come from."""
    are_numbers = [is_number for _, is_number in table.columns]
    align = "".join("r" if is_number else "l" for is_number in are_numbers)
    body = [_line(list(map(_cell, row, are_numbers))) for row in table.rows]
    about = [label + provenance[key] for key, label in _CAPTION if provenance.get(key)]
    caption = ". ".join([provenance["title"], *about])
    return "\n".join(
        [
            _HEAD,
            *(f"% {key}: {one_line(text)}" for key, text in provenance.items()),
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{escaped(caption)}}}",
            rf"\label{{tab:{provenance['study']}-{provenance['view'].replace('_', '-')}}}",
            rf"\begin{{tabular}}{{{align or 'l'}}}",
            r"\toprule",
            _line([escaped(name) for name, _ in table.columns])
            if table.rows
            else "No matching rows. \\\\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def escaped(text: str) -> str:
    """The text on one line, as LaTeX prints it literally."""
    without_ligatures = re.sub("-(?=-)", "-" + _APART, one_line(text))
    return "".join(_SIGNS.get(sign, sign) for sign in without_ligatures)


def _cell(text: str, is_number: bool) -> str:
    is_negative = is_number and text.startswith("-")
    return _SIGNS["−"] + escaped(text.removeprefix("-")) if is_negative else escaped(text)


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"
