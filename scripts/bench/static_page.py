"""A page of ready-made figures and plotly.js alone: what the dashboard is compared with."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from reasonboard.charts.theme import Figure

CONFIG = {
    "displayModeBar": False, "displaylogo": False, "showSendToCloud": False, "scrollZoom": False,
    "doubleClick": False, "responsive": True,
}  # fmt: skip
"""What the dashboard's charts are configured with (assets/chart.js)."""
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>static</title><script src="plotly.js"></script></head>
<body></body></html>
"""
_PLACE = """places => { for (const one of places) {
    const box = document.body.appendChild(document.createElement("div"));
    box.id = one.id;
    Object.assign(box.style, { position: "absolute", left: `${one.left}px`, top: `${one.top}px`,
        width: `${one.width}px`, height: `${one.height}px` });
} }"""

_FIRST = """([figures, config]) => { for (const [id, one] of Object.entries(figures)) {
    Plotly.newPlot(id, one.data, one.layout, config);
} }"""


@contextmanager
def static_server(plotly: bytes) -> Iterator[str]:
    """The address of an empty page with this plotly.js, on loopback."""
    contents = {"/": (_PAGE.encode(), "text/html"), "/plotly.js": (plotly, "text/javascript")}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content, kind = contents.get(self.path, (b"", "text/plain"))
            self.send_response(200 if content else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def lay_out(
    page: Any, address: str, places: list[dict[str, Any]], figures: dict[str, Figure]
) -> None:
    """Open the empty page, with these figures where the dashboard has them."""
    page.goto(address)
    page.evaluate(_PLACE, places)
    page.evaluate(_FIRST, [figures, CONFIG])


def dual_axes(rows: list[dict[str, Any]]) -> Figure:
    """What a first attempt draws of the iterations: a panel per benchmark and one for their mean, each with
    an axis for accuracy and one for tokens, nothing shared and no range said (12 benchmarks: 39 axes)."""
    across = 4
    panels = [*rows, _mean(rows)]
    down = -(-len(panels) // across)
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {"height": 190 * down, "showlegend": False, "annotations": []}
    for index, row in enumerate(panels):
        column, line = index % across, index // across
        left, bottom = column / across, 1 - (line + 1) / down
        x, first, second = index + 1, 2 * index + 1, 2 * index + 2
        layout[f"xaxis{x}"] = {
            "domain": [left + 0.03, left + 0.8 / across + 0.02],
            "anchor": f"y{first}",
        }
        layout[f"yaxis{first}"] = {
            "domain": [bottom + 0.06, bottom + 0.92 / down],
            "anchor": f"x{x}",
        }
        layout[f"yaxis{second}"] = {"overlaying": f"y{first}", "side": "right", "anchor": f"x{x}"}
        layout["annotations"].append(
            {"text": row["benchmark"], "xref": "paper", "yref": "paper", "x": left + 0.03,
             "y": bottom + 0.96 / down, "showarrow": False}
        )  # fmt: skip
        for part, axis in (("accuracy", first), ("tokens", second)):
            traces.append(
                {"type": "scatter", "mode": "lines+markers", "name": part, "x": row["iteration"], "y": row[part],
                 "xaxis": f"x{x}", "yaxis": f"y{axis}"}
            )  # fmt: skip
    return {"data": traces, "layout": layout}


def _mean(rows: list[dict[str, Any]]) -> dict[str, Any]:
    every = sorted({iteration for row in rows for iteration in row["iteration"]})
    mean: dict[str, Any] = {"benchmark": "mean", "iteration": every}
    for part in ("accuracy", "tokens"):
        by_iteration = [dict(zip(row["iteration"], row[part], strict=True)) for row in rows]
        values = [
            [run[place] for run in by_iteration if run.get(place) is not None] for place in every
        ]
        mean[part] = [
            sum(at_iteration) / len(at_iteration) if at_iteration else None
            for at_iteration in values
        ]
    return mean
