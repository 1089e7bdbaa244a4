"""Explore: roles chosen on a page, the file that is saved of them, and addresses that say what is not there."""

import csv
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.charts.theme import Figure
from reasonboard.cli import declaring
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.ingest.loading.load import load
from reasonboard.store import snapshots
from reasonboard.studies import find
from reasonboard.studies.iterations.study import ITERATIONS
from reasonboard.studies.own.declaration import parse
from reasonboard.studies.own.explore.study import EXPLORE, _draw
from reasonboard.studies.own.rows import Row
from reasonboard.web.main import create_app
from tests.conftest import EXAMPLES

Loaded = Callable[[str, list[str]], None]
_NEEDLE = {
    "source": ["examples"],
    "along": "task_length",
    "color": "settings.depth",
    "panels": "model",
    "only": "benchmark",
    "value": "Needle",
}


@pytest.fixture
def store(examples: Path) -> Iterator[Path]:
    snapshots.use(examples / "store")
    yield examples / "store"
    snapshots.close()


@pytest.fixture
def loaded(data: Path, small_store: Path, tmp_path: Path) -> Iterator[Loaded]:
    """Load these lines of a table under a name: queries then answer from a store that has it."""

    def load_table(name: str, lines: list[str]) -> None:
        table = tmp_path / f"{name}.csv"
        table.write_text("\n".join([*lines, ""]))
        load(data, small_store, [str(table)], name=name)
        snapshots.use(small_store)

    yield load_table
    snapshots.close()


def chosen(**roles: object) -> Values:
    values, notices = EXPLORE.clean(_NEEDLE | roles)
    assert not notices
    return values


def drawn(study: Study, values: Values) -> set[tuple[str, str, str, float | None]]:
    return {
        (row["panel"], row["color"], row["x"], row["value"])
        for row in study.view_rows(study.views[0], values)
    }


def test_the_marks_of_chosen_roles_are_the_rows_of_the_file(store: Path) -> None:
    with (EXAMPLES / "data" / "needle.csv").open() as file:
        wanted = {
            (row["model"], row["depth"], row["length"]): float(row["accuracy"]) / 100
            for row in csv.DictReader(file)
        }
    found = {(panel, color, x): value for panel, color, x, value in drawn(EXPLORE, chosen())}
    assert found == pytest.approx(wanted)


def test_numbers_that_differ_in_a_column_without_a_role_have_no_value(store: Path) -> None:
    rows: list[Row] = list(EXPLORE.view_rows(EXPLORE.views[0], chosen(color="none")))
    assert {row["value"] for row in rows} == {None}
    assert {tuple(row["differing"]) for row in rows} == {("settings.depth",)}
    answer = EXPLORE.headline and EXPLORE.headline(EXPLORE, chosen(color="none"))
    assert answer
    assert "differ in depth" in answer.context
    assert answer.context.endswith("Give each a role.")


def test_the_mean_is_taken_over_what_a_reader_names(store: Path) -> None:
    mean = EXPLORE.view_rows(EXPLORE.views[0], chosen(color="none", average=["settings.depth"]))
    every = drawn(EXPLORE, chosen())
    for row in mean:
        parts = [value for panel, _, x, value in every if (panel, x) == (row["panel"], row["x"])]
        assert row["cells"] == len(parts) == 5
        assert row["value"] == pytest.approx(sum(filter(None, parts)) / 5)


@pytest.mark.parametrize("form", ["lines", pytest.param("heatmap", marks=pytest.mark.long)])
def test_the_saved_file_is_a_study_that_draws_the_same_numbers(
    examples: Path, store: Path, tmp_path: Path, form: str
) -> None:
    values = chosen(form=form)
    assert EXPLORE.saved
    text = EXPLORE.saved.write(EXPLORE, values)
    folder = shutil.copytree(examples, tmp_path / "copy")
    saved = parse(text.encode(), "study.toml")
    assert saved.views[0] == form
    declaring.add(folder / "data", folder / "store", [saved])
    wanted = drawn(EXPLORE, values)
    snapshots.use(folder / "store")
    study = find(saved.path)
    assert study is not None
    assert drawn(study, study.defaults()) == wanted


def test_the_page_offers_its_file_and_says_what_an_address_has_wrong(examples: Path) -> None:
    settings = config.read({"REASONBOARD_STORE": str(examples / "store")})
    client = create_app(settings).test_client()
    search = "?source=examples&along=settings.absent&color=<script>&scale=log9"
    file = client.get(f"/api/explore/study.toml{search}")
    assert file.status_code == 200
    assert "attachment" in file.headers["Content-Disposition"]
    assert parse(file.data, "study.toml").x.column != "settings.absent"
    notices = " ".join(file.headers.getlist("Reasonboard-Notice"))
    assert all(wrong in notices for wrong in ("settings.absent", "<script>", "log9"))
    assert client.get("/explore").status_code == 200
    layout = client.get("/_dash-layout").get_data(as_text=True)
    assert all(name in layout for name in ("Your studies", 'explore"', 'needle"'))


def test_a_smoothed_line_lies_over_its_pale_marks(store: Path) -> None:
    view = EXPLORE.views[0]
    plain, smooth = (
        EXPLORE.answer(view, chosen(smoothing=weight), 4).figure["data"] for weight in ("0", "0.9")
    )
    averages = [trace for trace in smooth if "moving average" in trace.get("name", "")]
    marks = [trace for trace in smooth if "meta" in trace]
    assert not any("moving average" in trace.get("name", "") for trace in plain)
    assert [trace["y"] for trace in marks] == [trace["y"] for trace in plain if "meta" in trace]
    assert {trace["opacity"] for trace in marks} == {0.3}
    assert [trace["y"][0] for trace in averages] == [trace["y"][0] for trace in marks]


def test_no_line_leads_over_a_mark_without_a_value(store: Path) -> None:
    view = EXPLORE.views[0]
    answered = EXPLORE.view_rows(view, chosen())
    first = answered[0]
    ours = [
        row for row in answered if (row["panel"], row["color"]) == (first["panel"], first["color"])
    ]
    lost = sorted(ours, key=lambda row: float(row["at"]))[1]
    rows = [
        row | {"value": None, "shown": None, "low": None, "high": None} if row is lost else row
        for row in ours
    ]
    for smoothing in ("0", "window5", "0.9"):
        options = chosen(smoothing=smoothing)
        chart = _draw(rows, columns=4, **{name: options[name] for name in view.options})
        lines = [trace["y"] for trace in chart["data"] if "lines" in trace.get("mode", "")]
        joined = [ys for ys in lines if len(ys) == len(rows)]
        assert len(joined) == (1 if smoothing == "0" else 2)
        assert all([y is None for y in ys] == [at == 1 for at in range(len(rows))] for ys in joined)


@pytest.mark.long
def test_a_log_of_steps_and_iterations_is_one_line(loaded: Loaded) -> None:
    rows = [f"my-7b,MATH500,{at},{at // 10},0.{4 + at // 10},fraction" for at in (0, 10, 20)]
    loaded("log", ["model,benchmark,step,iteration,accuracy,unit", *rows])
    values = EXPLORE.clean({"source": ["log"]})[0]
    assert (values["along"], values["color"]) == ("step", "none")


@pytest.mark.long
def test_a_setting_with_one_value_per_model_is_not_the_first_x_axis(loaded: Loaded) -> None:
    rows = ["a,MATH500,8,0.4,fraction", "b,MATH500,0,0.5,fraction", "b,AIME24,0,0.1,fraction"]
    loaded("scores", ["model,benchmark,num_fewshot,accuracy,unit", *rows])
    values = EXPLORE.clean({"source": ["scores"]})[0]
    assert (values["along"], values["color"]) == ("benchmark", "model")
    assert len(drawn(EXPLORE, values)) == 3
    answer = EXPLORE.headline and EXPLORE.headline(EXPLORE, values)
    assert answer
    assert answer.strong == "Accuracy on 2 benchmarks."


@pytest.mark.long
def test_models_of_several_sizes_on_one_benchmark_are_one_line(loaded: Loaded) -> None:
    rows = ["a-7b,MATH500,7,500,0.4,fraction", "a-32b,MATH500,32,500,0.6,fraction"]
    loaded("sizes", ["model,benchmark,params_b,n,accuracy,unit", *rows])
    values = EXPLORE.clean({"source": ["sizes"]})[0]
    assert (values["along"], values["color"]) == ("params_b", "none")
    answer = EXPLORE.headline and EXPLORE.headline(EXPLORE, values)
    assert answer
    assert answer.strong.startswith("Accuracy rises by 20.0 points with size")
    # Where each model is a line, none of them has a best place.
    each = EXPLORE.headline and EXPLORE.headline(EXPLORE, values | {"color": "model"})
    assert each
    assert "highest" not in each.strong


def test_runs_are_placed_in_time_by_their_dates_and_older_ones_are_shown_too(
    data: Path, small_store: Path, loaded: Loaded
) -> None:
    rows = [
        "my-7b,MATH500,2025-06-01,b1,0.4,500,fraction",
        "my-7b,MATH500,2025-06-02T01:00:00+09:00,b1,0.5,500,fraction",
        "my-7b,MATH500,2025-06-11,b2,0.6,500,fraction",
    ]
    loaded("nights", ["model,benchmark,date,build,accuracy,n,unit", *rows])
    values, notices = EXPLORE.clean({"source": ["nights"], "along": "date", "color": "none"})
    assert not notices
    shown = {(x, value) for _, _, x, value in drawn(EXPLORE, values)}
    assert shown == {("2025-06-01", 0.4), ("2025-06-01 16:00:00", 0.5), ("2025-06-11", 0.6)}
    trace = next(one for one in _draw_of(values)["data"] if len(one.get("x") or ()) == 3)
    first, second, third = trace["x"]
    assert (second - first, third - first) == (pytest.approx(2 / 3), pytest.approx(10))
    by_build, _ = EXPLORE.clean({"source": ["nights"], "along": "build", "color": "none"})
    found = {(x, round(value or 0, 4)) for _, _, x, value in drawn(EXPLORE, by_build)}
    assert found == {("b1", 0.45), ("b2", 0.6)}
    of_newest, _ = EXPLORE.clean({"source": ["nights"], "along": "benchmark", "color": "none"})
    assert {value for *_, value in drawn(EXPLORE, of_newest)} == {0.6}
    assert EXPLORE.saved
    saved = parse(EXPLORE.saved.write(EXPLORE, values).encode(), "study.toml")
    declaring.add(data, small_store, [saved])
    snapshots.use(small_store)
    study = find(saved.path)
    assert study is not None
    assert {(x, value) for _, _, x, value in drawn(study, study.defaults())} == shown


def _draw_of(values: Values) -> Figure:
    """The figure of the first view."""
    return EXPLORE.answer(EXPLORE.views[0], values, 4).figure


@pytest.mark.long
def test_another_number_of_the_same_runs_can_be_the_x_axis(
    data: Path, small_store: Path, loaded: Loaded
) -> None:
    rows = [
        "my-7b,MATH500,10,accuracy,0.4,fraction", "my-7b,(training),10,num_tokens,5000,tokens",
        "my-7b,MATH500,20,accuracy,0.6,fraction", "my-7b,(training),20,num_tokens,12000,tokens",
        "my-7b,AIME24,20,accuracy,0.1,fraction", "my-7b,AIME24,20,num_tokens,700,tokens",
        "my-7b,MATH500,30,accuracy,0.7,fraction",
    ]  # fmt: skip
    loaded("log", ["model,benchmark,step,metric,value,unit", *rows])
    asked = {"source": ["log"], "metric": "accuracy", "along": "metric.num_tokens"}
    values, notices = EXPLORE.clean(asked | {"color": "none", "panels": "benchmark"})
    assert not notices
    # The tokens of AIME24 are its own, before those of the training; step 30 states none.
    by_tokens = {("MATH500", "5000", 0.4), ("MATH500", "12000", 0.6), ("AIME24", "700", 0.1)}
    assert {(panel, x, value) for panel, _, x, value in drawn(EXPLORE, values)} == by_tokens
    behind, _ = EXPLORE.measurements(values | {"panel": "MATH500", "x": "12000"}, 10)
    assert [row["value"] for row in behind] == [0.6]
    assert EXPLORE.saved
    saved = parse(EXPLORE.saved.write(EXPLORE, values).encode(), "study.toml")
    declaring.add(data, small_store, [saved])
    snapshots.use(small_store)
    study = find(saved.path)
    assert study is not None
    declared = drawn(study, study.defaults())
    assert {(panel, x, value) for panel, _, x, value in declared} == by_tokens


@pytest.mark.long
def test_a_log_of_a_training_opens_on_its_reward_and_a_flat_line_does_not_rise(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    log = tmp_path / "grpo-7b.jsonl"
    log.write_text(
        "".join(
            f'{{"step": {at}, "data": {{"critic/score/max": 1.0, "critic/score/mean": {mean}, '
            f'"critic/score/std": 0.1, "response_length/clip_ratio": 0.02}}}}\n'
            for at, mean in ((1, 0.5), (2, 0.6), (3, "NaN"))
        )
    )
    load(data, small_store, [str(log)], name="log")
    snapshots.use(small_store)
    try:
        values = EXPLORE.clean({"source": ["log"]})[0]
        assert values["metric"] == "critic/score/mean"
        opened = EXPLORE.headline and EXPLORE.headline(EXPLORE, values)
        assert opened
        assert opened.strong.endswith("not tested: standard error unknown.")
        flat = EXPLORE.clean({"source": ["log"], "metric": "response_length/clip_ratio"})[0]
        answer = EXPLORE.headline and EXPLORE.headline(EXPLORE, flat)
        assert answer
        assert answer.strong == "response_length/clip_ratio does not change with step."
    finally:
        snapshots.close()


@pytest.mark.parametrize(("benchmark", "is_offered"), [("(training)", True), ("train", False)])
def test_a_number_that_no_run_has_for_its_benchmark_or_its_training_is_no_x_axis(
    loaded: Loaded, benchmark: str, is_offered: bool
) -> None:
    rows = [
        row
        for at in (1, 2)
        for row in (
            f"m,MATH500,{at},accuracy,0.{at},fraction",
            f"m,{benchmark},{at},hours,{at},hours",
        )
    ]
    loaded("timed", ["model,benchmark,iteration,metric,value,unit", *rows])
    for study, source in ((EXPLORE, ["timed"]), (ITERATIONS, "timed")):
        values = study.clean({"source": source, "metric": "accuracy"})[0]
        (along,) = (control for control in study.controls if control.name == "along")
        offered = {choice.value for choice in along.options(values)}
        assert ("metric.hours" in offered) == is_offered, study.path
