"""The traces of one panel of the phase form: the path of the iterations."""

from reasonboard.charts.colors import ACCENT, ACCURACY, FAINT, PAPER
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import marker, scatter, stroke
from reasonboard.studies.iterations.charts.accuracy_intervals import (
    SPARSE,
    interval_hovers,
    interval_template,
)
from reasonboard.studies.iterations.charts.curves import LINKED, items, meta
from reasonboard.studies.iterations.charts.no_curve import no_data, stated
from reasonboard.studies.iterations.charts.panels import Frame, Row, short, uncertainty


def path(frame: Frame, index: int, *, iteration: str, alone: bool) -> list[Trace]:
    """The way from the first iteration (open) to the last (filled); `iteration` is ringed.

    Only iterations that have both values have a place in it.
    """
    row = frame.rows[index]
    x, y, _ = frame.names(index)
    axes = {"xaxis": x, "yaxis": y}
    across = frame.tokens_range(index)
    traces = stated(row, "accuracy", across)
    whole = both(row)
    if not whole["iteration"]:
        if not traces:
            traces = no_data(across, frame.accuracy_range(index))
        return [trace | axes for trace in traces]
    if frame.intervals:
        traces += _intervals(whole, alone)
    traces += [_line(whole, alone), *_ends(whole, across)]
    if iteration in (names := [str(one) for one in whole["iteration"]]):
        place = names.index(iteration)
        traces.append(_ring(whole["tokens"][place], whole["accuracy"][place]))
    return [trace | axes for trace in traces]


def both(row: Row) -> Row:
    """The row at those iterations only that have an accuracy and a token length."""
    lists = ("iteration", "accuracy", "tokens", "accuracy_kind", "stderr", "seed_sd")
    every = list(zip(*(row[name] for name in lists), strict=True))
    kept = [one for one in every if one[1] is not None and one[2] is not None]
    return row | {name: [one[place] for one in kept] for place, name in enumerate(lists)}


def _intervals(row: Row, alone: bool) -> list[Trace]:
    """Upright lines at the first and the last point; where the panel is `alone`, at every one."""
    every = [
        (x, round(found.low * 100, 1), round(found.high * 100, 1))
        for x, found in zip(row["tokens"], uncertainty(row), strict=True)
        if found
    ]
    ends = every if alone else [every[0], every[-1]] if every else []
    if not ends:
        return []
    return [
        stroke(
            [one for x, _, _ in ends for one in (x, x, None)],
            [one for _, low, high in ends for one in (low, high, None)],
            ACCURACY,
            1,
            name="95 % interval",
            opacity=0.3 if len(ends) > SPARSE else 0.7,
            cliponaxis=False,
        )
    ]


def _line(row: Row, alone: bool) -> Trace:
    sparse = len(row["iteration"]) <= SPARSE
    fills = [PAPER if kind in HOLLOW else ACCURACY for kind in row["accuracy_kind"]]
    kinds = {kind.replace("_", " ") for kind in row["accuracy_kind"]}
    return scatter(
        "lines+markers" if alone else "lines",
        row["tokens"],
        row["accuracy"],
        name=LINKED["accuracy"],
        text=row["iteration"],
        customdata=interval_hovers(row, alone),
        line={"color": FAINT, "width": 1.2, "dash": "dot"}
        if sparse
        else {"color": ACCURACY, "width": 1.6},
        marker=marker(5, fills, ACCURACY, 1.5),
        hovertemplate=f"<b>{plain(row['benchmark'])}</b>, iteration %{{text}}<br>accuracy %{{y:.1f}} %<br>"
        f"{interval_template(row, alone)}<br>%{{x:,.0f}} tokens (mean)<br>"
        f"{', '.join(sorted(kinds))}, {items(row)}<extra></extra>",
        cliponaxis=False,
        meta=meta(row, alone),
    )


def _ends(row: Row, across: list[float]) -> list[Trace]:
    """The first point open, the last filled: that gives the path its direction. Then its values."""
    tokens, accuracy = row["tokens"], row["accuracy"]
    wide = (across[1] - across[0]) * 0.22
    near = [y for x, y in zip(tokens, accuracy, strict=True) if abs(x - tokens[-1]) < wide]
    hollow = len(tokens) <= SPARSE and row["accuracy_kind"][-1] in HOLLOW
    dots: Trace = scatter(
        "markers",
        [tokens[0], tokens[-1]],
        [accuracy[0], accuracy[-1]],
        hoverinfo="skip",
        marker=marker(
            [7, 8],
            [PAPER, PAPER if hollow else ACCURACY],
            ACCURACY,
            1.6,
            symbol=["circle", "square"],
        ),
    )
    values: Trace = {
        "type": "scatter",
        "mode": "markers+text",
        "marker": {"size": 8, "opacity": 0},  # keeps them off the path
        "x": [min(tokens[-1], across[1] - wide * 0.8)],
        "y": [min(near)],
        "text": [f"{accuracy[-1]:.1f} · {short(tokens[-1])}"],
        "hoverinfo": "skip",
        "textposition": "bottom center",
        "textfont": {"size": 11, "color": ACCURACY},
    }
    return [dots, values]


def _ring(x: float, y: float) -> Trace:
    return scatter(
        "markers",
        [x],
        [y],
        hoverinfo="skip",
        cliponaxis=False,
        marker=marker(13, ACCENT, ACCENT, 2, symbol="circle-open"),
        name="marked iteration",
    )
