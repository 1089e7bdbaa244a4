"""The traces of one panel of the phase form: the path of the iterations."""

from reasonboard.charts.colors import ACCURACY, FAINT, INK, PAPER
from reasonboard.charts.lines import HOLLOW, fills, upright_lines
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import marker, scatter
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.studies.iterations.charts.accuracy_intervals import (
    SPARSE,
    hovered_interval,
    percent_ends,
)
from reasonboard.studies.iterations.charts.curves import meta, no_data, number_at, stated_range
from reasonboard.studies.iterations.charts.panels import PARTS, Frame, count_words, short
from reasonboard.studies.iterations.rows import Row, with_both, with_both_or_gap


def path(frame: Frame, index: int, *, iteration: str, alone: bool) -> list[Trace]:
    """The way from the first iteration (open) to the last (filled); `iteration` is ringed.

    Only iterations that have both values have a place in it.
    """
    x, y, _ = frame.names(index)
    across, row = frame.tokens_range(index), with_both(frame.rows[index])
    traces = stated_range(row, "accuracy", across)
    if row["iteration"]:
        if frame.intervals:
            traces += _intervals(row, alone)
        whole = with_both_or_gap(frame.rows[index])
        traces += [_line(whole, alone), *_ends(row, across), *_ring(row, iteration)]
    elif not traces:
        traces = no_data(across, frame.accuracy_range(index))
    return [trace | {"xaxis": x, "yaxis": y} for trace in traces]


def _intervals(row: Row, alone: bool) -> list[Trace]:
    """Upright lines at the first and the last point; where the panel is `alone`, at every one."""
    ends = percent_ends(row, "tokens", 1)
    ends = ends if alone else [ends[0], ends[-1]] if ends else []
    opacity = 0.3 if len(ends) > SPARSE else 0.7
    look = {"name": "95% interval", "opacity": opacity, "cliponaxis": False}
    return [upright_lines(ends, ACCURACY, **look)] if ends else []


def _line(row: Row, alone: bool) -> Trace:
    sparse = len(row["accuracy"]) - row["accuracy"].count(None) <= SPARSE
    words, customdata = hovered_interval(row, alone)
    kinds = {KIND_WORDS[kind] for kind in row["accuracy_kind"] if kind}
    return scatter(
        "lines+markers" if alone else "lines",
        row["tokens"],
        row["accuracy"],
        name=PARTS["accuracy"].name,
        text=row["iteration"],
        customdata=customdata,
        line={"color": FAINT, "width": 1.2, "dash": "dot"}
        if sparse
        else {"color": ACCURACY, "width": 1.6},
        marker=marker(5, fills(row["accuracy_kind"], ACCURACY), ACCURACY, 1.5),
        hovertemplate=f"<b>{plain(row['benchmark'])}</b>, iteration %{{text}}<br>%{{y:.1f}}%<br>"
        f"{words}<br>%{{x:,.0f}} tokens per response<br>"
        f"{', '.join(sorted(kinds))}, {count_words(row['n_items'])}<extra></extra>",
        cliponaxis=False,
        meta=meta(row, alone),
    )


def _ends(row: Row, across: list[float]) -> list[Trace]:
    """The first point open, the last filled: that gives the path its direction. Then its values."""
    tokens, accuracy = row["tokens"], row["accuracy"]
    wide = (across[1] - across[0]) * 0.22
    near = [y for x, y in zip(tokens, accuracy, strict=True) if abs(x - tokens[-1]) < wide]
    hollow = len(tokens) <= SPARSE and row["accuracy_kind"][-1] in HOLLOW
    inks = [PAPER, PAPER if hollow else ACCURACY]
    look = marker([7, 8], inks, ACCURACY, 1.6, symbol=["circle", "square"])
    places = [tokens[0], tokens[-1]], [accuracy[0], accuracy[-1]]
    dots = scatter("markers", *places, hoverinfo="skip", marker=look)
    words = f"{accuracy[-1]:.1f} · {short(tokens[-1])}"
    x = min(tokens[-1], across[1] - wide * 0.8)
    return [dots, number_at(x, min(near), words, "bottom center", ACCURACY, 8)]


def _ring(row: Row, iteration: str) -> list[Trace]:
    """A ring around the picked iteration, if the path has it."""
    look = marker(13, INK, INK, 2, symbol="circle-open")
    ring = {"name": "marked iteration", "hoverinfo": "skip", "cliponaxis": False, "marker": look}
    return [
        scatter("markers", [x], [y], **ring)
        for at, x, y in zip(row["iteration"], row["tokens"], row["accuracy"], strict=True)
        if str(at) == iteration
    ]
