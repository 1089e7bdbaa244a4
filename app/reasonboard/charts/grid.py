"""Small multiples in one figure: where each panel stands, what its axes and its title are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.text_width import USUAL, cut, cut_apart, text_width
from reasonboard.charts.theme import axis, plain
from reasonboard.charts.traces import paper_note

_LEAST = {1: 322, 2: 668, 3: 1005, 4: 1165}
"""The pixels of a window of the widths in assets/page.js without its margins; of paper, in one and two columns."""
_LEAST_HALF = {1: 322, 2: 382, 3: 474, 4: 554}


def page_width(columns: int) -> int:
    """The pixels that a chart across the page has at least: what fits in these fits in all."""
    return _LEAST.get(columns, _LEAST[4])


def half_width(columns: int) -> int:
    """The smallest width in pixels of two charts in a row; a phone has one in a row."""
    return _LEAST_HALF.get(columns, _LEAST_HALF[4])


_CHARACTERS, _IN_HALF, _NO_END = 46, 32, 10_000
_TOP, _BOTTOM, _RIGHT = 30, 48, 16
_TELLING = 0.6
"""The least share of a detail that says something where it is cut."""


@dataclass(frozen=True)
class Grid:
    """`count` panels in at most `columns` columns, each `panel` pixels high, row by row.

    `between` is the room between rows in pixels (a title stands in it), `left` that of the labels.
    """

    count: int
    columns: int
    panel: int
    left: int = 56
    between: int = 44
    gap: float = 0.03
    narrow: bool = False
    """Does the figure take half of the page only?"""
    top: int = _TOP
    """The room over the first row: its titles stand in it."""
    bottom: int = _BOTTOM
    """The room under the last row."""
    every_x: bool = False
    """Has each panel the labels of its x axis, not only the lowest ones?"""
    head: int = 0
    """Pixels at the top of a panel that the second lines of its title take."""

    few: bool = False
    """Is a panel never wider than half of the page?"""

    @property
    def room(self) -> int:
        """How many characters of a title fit over a panel, up to the title of the next one."""
        if self.across == 1:
            return _NO_END
        return (_IN_HALF if self.narrow else _CHARACTERS) * self.columns // self.across

    @property
    def across(self) -> int:
        return max(1, min(self.columns, max(self.count, 2 if self.few else 1)))

    def panel_width(self, columns: int) -> float:
        """The smallest width of a panel in pixels, on a page with room for this number of panels."""
        plot = page_width(columns) - self.margin["l"] - self.margin["r"]
        return plot * (1 - self.gap * (self.across - 1)) / self.across

    @property
    def down(self) -> int:
        return -(-self.count // self.across)

    @property
    def inner(self) -> int:
        return self.down * self.panel + (self.down - 1) * self.between

    @property
    def height(self) -> int:
        return self.inner + self.top + self.bottom

    @property
    def margin(self) -> dict[str, int]:
        return {"l": self.left, "r": _RIGHT, "t": self.top, "b": self.bottom}

    def layout(self, **more: Any) -> dict[str, Any]:
        """The start of the figure's layout: its margin, and no notes and shapes yet."""
        return {"margin": self.margin, "annotations": [], "shapes": [], **more}

    def x_domain(self, index: int) -> tuple[float, float]:
        width = (1 - self.gap * (self.across - 1)) / self.across
        start = (index % self.across) * (width + self.gap)
        return round(start, 5), round(min(start + width, 1), 5)

    def top_of(self, index: int) -> float:
        """The upper edge of the panel as a share of the plot area."""
        return round((self._bottom(index) + self.panel) / self.inner, 5)

    def bottom_of(self, index: int) -> float:
        """The lower edge of the panel as a share of the plot area."""
        return round(self._bottom(index) / self.inner, 5)

    def y_domain(self, index: int, share: tuple[float, float] = (0, 1)) -> tuple[float, float]:
        """The panel's place from below, or that of a strip of it."""
        height_below_head = self.panel - self.head
        low, high = (self._bottom(index) + part * height_below_head for part in share)
        return round(low / self.inner, 5), round(min(high / self.inner, 1), 5)

    def _bottom(self, index: int) -> int:
        row = index // self.across
        return self.inner - row * (self.panel + self.between) - self.panel

    def is_left(self, index: int) -> bool:
        return index % self.across == 0

    def is_bottom(self, index: int) -> bool:
        """Does no panel stand below this one?"""
        return index + self.across >= self.count

    def axes(self, index: int, x: dict[str, Any], y: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """The panel's two axes, labelled at the edges of the grid only."""
        xaxis = axis(**x) | {"domain": self.x_domain(index), "anchor": f"y{suffix(index)}"}
        yaxis = axis(**y) | {"domain": self.y_domain(index), "anchor": f"x{suffix(index)}"}
        if not (self.every_x or self.is_bottom(index)):
            xaxis |= {"showticklabels": False, "title": None}
        if not self.is_left(index):
            yaxis |= {"showticklabels": False, "title": None}
        return {f"xaxis{suffix(index)}": xaxis, f"yaxis{suffix(index)}": yaxis}

    def title(
        self,
        index: int,
        text: str,
        detail: str = "",
        room: int | None = None,
        among: Iterable[str] = (),
    ) -> dict[str, Any]:
        """The panel's title as an annotation over its upper left corner; cut, it is whole when pointed at.

        `room` is the number of characters that fit; what tells it from the titles `among` which it is stays.
        """
        room = self.room if room is None else room
        bold = room * 4 // 5  # wider characters
        name = cut_apart([*among, text], bold)[text]
        beside = cut(detail, room - len(text) - 2)
        beside = beside if len(beside) >= _TELLING * len(detail) else ""
        words = f"<b>{plain(name)}</b>"
        if beside:
            words += f'  <span style="color:{MUTED};font-size:11px">{plain(beside)}</span>'
        is_whole = (name, beside) == (text, detail)
        return ({} if is_whole else {"hovertext": plain(f"{text} {detail}")}) | paper_note(
            words,
            self.x_domain(index)[0],
            self.top_of(index),
            size=13,
            color=INK,
            align="left",
            yanchor="bottom",
            yshift=3,
        )


def title_width(text: str, detail: str) -> float:
    """How many pixels a title takes with its detail."""
    return text_width(text, 13) + (text_width(f"  {detail}", 11 * USUAL) if detail else 0)


def on(index: int) -> dict[str, str]:
    """The panel's two axes as traces name them."""
    return {"xaxis": f"x{suffix(index)}", "yaxis": f"y{suffix(index)}"}


def named_panel(
    title: str, index: int = 0, *, axes: Sequence[str] = (), rows: Sequence[str] = ()
) -> dict[str, Any]:
    """A panel as keys walk it and screen readers name it (assets/marks.js).

    `axes` are its pairs of axes, "x2y2", those of `index` if none are given; `rows` are the names of its rows of
    cells, at y = 0, 1, ...
    """
    named = {"title": title, "axes": [*axes] or ["".join(on(index).values())]}
    return named | ({"rows": [*rows]} if rows else {})


def note_under(layout: dict[str, Any], text: str, *, down: int, room: int, **more: Any) -> None:
    """A note `down` pixels under the panels; the margin grows by `room` pixels for it."""
    words = paper_note(text, 0, 0, align="left", yshift=-down, yanchor="top", **more)
    layout["annotations"].append(words)
    layout["margin"] = layout["margin"] | {"b": layout["margin"]["b"] + room}


def suffix(index: int) -> str:
    """Plotly's number of an axis: none for the first, then 2, 3, ..."""
    return "" if index == 0 else str(index + 1)
