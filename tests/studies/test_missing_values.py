"""A file with NaN inside a curve: charts of lines have a gap there, in the band too, and say how many are missing."""

import json
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import plotly.graph_objects as go
import pytest

from reasonboard.charts.gaps import NAME
from reasonboard.charts.theme import Figure, Trace
from reasonboard.cli import declaring
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.studies import find
from tests.sources import two_sources

STEPS = [0, 10, 20, 30, 40, 50, 60]
GONE = {30}
LENGTHS = [4, 8, 16, 32, 64]


DECLARED = """
path = "by-iteration"
name = "By iteration"
question = "What does an iteration buy?"
[rows]
metric = "accuracy"
where = { model = "lab/plum-7b" }
[roles]
x = "iteration"
color = "model"
"""


class Case(NamedTuple):
    """A chart of the own load, and where on its x axis a value is missing."""

    study: str
    view: str
    gap: float
    chosen: dict[str, str] = {}  # noqa: RUF012 - never changed


CASES = [
    Case("iterations", "grid", 30),
    Case("iterations", "grid", 30, {"form": "dual"}),
    Case("iterations", "grid", 30, {"smoothing": "window5"}),
    Case("iterations", "grid", 30, {"x_scale": "log"}),
    Case("iterations", "detail", 30),
    Case("scale-progress", "along_training", 30),
    Case("scale-progress", "along_size", 3, {"checkpoint": "40"}),
    Case("type-length", "curves", 2),
    Case("type-length", "curves", 2, {"type": "sort"}),
    Case("prm-selection", "by_samples", 30),
    Case("explore", "chart", 30, {"source": "own", "along": "iteration"}),
    Case("explore", "chart", 30, {"source": "own", "along": "iteration", "smoothing": "0.6"}),
    Case("by-iteration", "lines", 30),
    Case("explore", "chart", 30, {"source": "own", "along": "train_samples"}),
]


OTHERS = {"1B", "3B", "at 12% of training"}
"""Lines of a panel in which no value is missing there."""


def number(value: float, missing: bool) -> str:
    return "NaN" if missing else f"{value:.3f}"


def tables() -> dict[str, str]:
    """A table for each study, named as it: one value of it is NaN."""
    steps = [(step, number(0.3 + step / 200, step in GONE)) for step in STEPS]
    sizes = [(1, 0), (3, 0.1), (7, 0.2)]
    end = "accuracy,500,fraction"
    return {
        "iterations": "model,benchmark,iteration,value,metric,n,unit\n"
        + "".join(f"lab/plum-7b,MATH500,{step},{value},{end}\n" for step, value in steps),
        "scale-progress": "model,params_b,family,benchmark,step,value,metric,n,unit\n"
        + "".join(
            f"lab/fig-{size}b,{size},Fig,MATH500,{step},"
            f"{number(0.2 + add + step / 200, (size == 7 and step in GONE) or (size == 3 and step == 40))},{end}\n"
            for size, add in sizes
            for step in (*STEPS[1:], 80)
        ),
        "type-length": "model,benchmark,task_type,task_length,value,metric,n,unit\n"
        + "".join(
            f"lab/fig-7b,Ruler,{kind},{length},{number(0.9 - length / 100, length == 16)},{end}\n"
            for kind in ("sort",)
            for length in LENGTHS
        ),
        "prm-selection": "model,benchmark,selector,selector_params_b,train_samples,value,metric,n,unit\n"
        + "".join(
            f"lab/student,MATH500,Judge,7,{count},{number(0.4 + 0.1 * place, count == 30)},{end}\n"
            for place, count in enumerate((10, 30, 100, 300))
        ),
    }


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, small_store_template: Path) -> Path:
    folder = tmp_path_factory.mktemp("missing")
    data = two_sources(folder / "data")
    store = shutil.copytree(small_store_template, folder / "store")
    paths = [folder / f"{name}.csv" for name in tables()]
    for path, text in zip(paths, tables().values(), strict=True):
        path.write_text(text)
    assert load(data, store, list(map(str, paths)), name="own").missing == len(paths) + 1
    own = folder / "own.toml"
    own.write_text(DECLARED)
    declaring.add(data, store, [declaring.read(own)])
    return store


@pytest.fixture
def loaded(store: Path) -> Iterator[None]:
    snapshots.use(store)
    yield
    database.close()


def chart(case: Case) -> Figure:
    study = find(case.study)
    assert study is not None
    source = {"source": "own"} if case.study in tables() else {}
    values, notices = study.clean(source | case.chosen)
    assert not notices
    view = study.view(case.view)
    assert view is not None
    figure = study.answer(view, values, 2).figure
    go.Figure(figure)
    return figure


def lines(figure: Figure) -> list[Trace]:
    """The traces that join points of the data: no fields of gaps, no guides."""
    return [
        trace
        for trace in figure["data"]
        if "lines" in trace.get("mode", "lines+markers")
        and trace.get("name") not in (NAME, "points per doubling")
        and "visible" not in trace
    ]


def xs_of(trace: Trace) -> list[float]:
    first, step = trace.get("x0", 0), trace.get("dx", 1)
    return trace.get("x") or [first + step * at for at in range(len(trace["y"]))]


def leads_over(trace: Trace, gap: float) -> bool:
    """Does the trace join points at both sides of a place?"""
    places = list(zip(xs_of(trace), trace["y"], strict=True))
    if trace.get("fill") == "toself":
        return min(x for x, _ in places) < gap < max(x for x, _ in places)
    return any(
        a is not None and b is not None and min(x, to_x) < gap < max(x, to_x)
        for (x, a), (to_x, b) in pairwise(places)
    )


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_no_line_and_no_band_leads_over_a_value_that_is_missing(case: Case) -> None:
    figure = chart(case)
    over = [trace.get("name") for trace in lines(figure) if leads_over(trace, case.gap)]
    assert set(over) <= OTHERS, over
    assert any(y is not None for trace in lines(figure) for y in trace["y"])
    words: str = figure["layout"]["meta"]["uncertainty"]
    assert "missing value" in words


def test_the_pages_leave_out_and_say_what_a_restart_lost(
    tmp_path: Path, small_store: Path, data: Path
) -> None:
    """A log of verl that goes on at step 20 after step 35, with NaN before that."""
    scores = {0: 0.1, 10: float("nan"), 20: 0.2, 30: 0.9, 35: 0.9}
    lives = [*scores.items(), (20, 0.25), (30, 0.3), (40, 0.4)]
    rows = [{"step": step, "data": {"val-core/B/acc/mean@1": value}} for step, value in lives]
    path = tmp_path / "verl.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    report = load(data, small_store, [str(path)], name="log")
    assert [note.partition(": ")[2] for note in report.notes] == [
        "the training went on at step 20 after step 35: 3 numbers of the lost part, from step 20 on, are left out"
    ]
    snapshots.use(small_store)
    study = find("iterations")
    explore = find("explore")
    assert study
    assert explore
    for page, view, more in (
        (study, "grid", {}),
        (explore, "chart", {"along": "iteration", "metric": "mean@1"}),
    ):
        values, notices = page.clean({"source": "log"} | more)
        assert not notices
        found = page.view(view)
        assert found
        figure = page.answer(found, values, 2).figure
        (line,) = [trace for trace in lines(figure) if trace.get("meta") and None in trace["y"]]
        assert (line["x"], line["y"]) == ([0, 10, 20, 30, 40], [10, None, 25, 30, 40])
        words = figure["layout"]["meta"]["uncertainty"]
        assert "gap: 1 missing value (NaN)" in words
        assert "↻ restarted: 3 discarded numbers left out" in words
    database.close()
