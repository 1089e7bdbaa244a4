"""Pages open on the reader's own runs; what was said of bundled sources before a load stays as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.charts.colors import ACCURACY, FAINT, OWN
from reasonboard.core import insights, url_state
from reasonboard.core.study import Answer
from reasonboard.store import database, snapshots
from reasonboard.studies import BY_PATH
from tests.conftest import Given
from tests.own_runs import own_store, run_table

SCALE = BY_PATH["scale-progress"]
MINE = {"older": run_table("org/old", 40), "my-run": run_table("org/mine", 60)}


@pytest.fixture(scope="module")
def store(_published: Given, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_store(_published, tmp_path_factory.mktemp("own"), **MINE)


@pytest.fixture
def own(store: Path) -> Iterator[None]:
    snapshots.use(store)
    yield
    database.close()


def training(**chosen: str) -> Answer:
    view = SCALE.view("along_training")
    assert view is not None
    values, notices = SCALE.clean(chosen)
    assert not notices
    return SCALE.answer(view, values, 4)


def inks(answer: Answer) -> dict[str, str]:
    """The color of each line by its label."""
    return {
        trace["name"]: trace["line"]["color"]
        for trace in answer.figure["data"]
        if "lines" in trace["mode"] and trace.get("meta")
    }


@pytest.mark.long
@pytest.mark.usefixtures("own")
def test_own_sources_come_first_and_the_newest_of_them_before_the_others() -> None:
    options = SCALE.controls[0].options({"study": "scale-progress"})
    assert [(option.value, option.group) for option in options] == [
        ("my-run", "Your runs"), ("older", "Your runs"), ("best", ""), ("made_up", "")
    ]  # fmt: skip
    assert SCALE.defaults()["source"] == "my-run"


@pytest.mark.usefixtures("own")
def test_an_address_of_before_the_load_still_shows_the_bundled_source() -> None:
    assert url_state.decode(SCALE, "?mode=gain")[0]["source"] == "best"
    assert url_state.decode(SCALE, "?source=best")[0]["source"] == "best"
    assert url_state.decode(SCALE, "")[0]["source"] == "my-run"


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("source", ["my-run", "older", "best"])
def test_every_new_address_names_its_source_so_that_the_next_load_does_not_change_it(
    source: str,
) -> None:
    values, _ = SCALE.clean({"source": source, "mode": "gain"})
    assert url_state.encode(SCALE, values) == f"?source={source}&mode=gain"
    assert url_state.decode(SCALE, url_state.encode(SCALE, values)) == (values, [])


@pytest.mark.usefixtures("own")
def test_highlighting_is_offered_for_own_sources_only() -> None:
    assert SCALE.clean({"source": "my-run"})[0]["own"] == "on"
    assert SCALE.clean({"source": "my-run", "own": "off"})[0]["own"] == "off"
    assert SCALE.clean({"source": "best"})[0]["own"] == ""


@pytest.mark.usefixtures("own")
def test_the_answer_begins_with_the_run_and_its_nearest_bundled_models() -> None:
    headline = insights.headline(SCALE, SCALE.defaults())
    # 60% on X and Y, which both have, against 80 and 30%: Z is the run's alone
    assert headline.own == "my-run"
    assert headline.strong == (
        "is 20.0 points below 4B and 30.0 above 1B on average of 2 benchmarks."
    )
    assert "−20.0 points (" in headline.beside
    words, _ = insights.answer_in_words(SCALE, SCALE.defaults())
    assert words.startswith("my-run is 20.0 points below")


@pytest.mark.usefixtures("own")
def test_what_is_said_of_the_run_stays_within_the_chosen_benchmarks() -> None:
    part = insights.headline(SCALE, SCALE.clean({"benchmark": ["X"]})[0])
    assert part.strong == "is 20.0 points below 4B and 30.0 above 1B on X."
    alone = insights.headline(SCALE, SCALE.clean({"benchmark": ["Z"]})[0])
    assert "points" not in alone.strong


@pytest.mark.usefixtures("own")
def test_the_answer_about_a_bundled_source_names_no_run() -> None:
    headline = insights.headline(SCALE, SCALE.clean({"source": "best"})[0])
    assert (headline.own, headline.beside) == ("", "")


@pytest.mark.usefixtures("own")
def test_the_run_has_the_reserved_color_among_grey_bundled_models() -> None:
    answer = training(panel="X")
    assert inks(answer) == {"my-run": OWN, "1B": FAINT, "4B": FAINT}
    (mine,) = [trace for trace in answer.figure["data"] if trace.get("name") == "my-run"]
    assert (mine["line"]["width"], mine["marker"]["size"]) == (2.8, 6.5)
    assert answer.figure["data"].index(mine) > 1
    labels = [note["text"] for note in answer.figure["layout"]["annotations"]]
    assert "<b>my-run</b>" in labels
    assert "4B" in labels


@pytest.mark.usefixtures("own")
def test_the_bundled_models_count_among_the_kinds_and_sources_of_the_chart() -> None:
    meta = training(panel="X").figure["layout"]["meta"]
    assert meta["kinds"] == "measured, stated"
    assert "C (L)" in meta["source"]
    assert "my-run.csv" in meta["source"]


@pytest.mark.usefixtures("own")
def test_switched_off_no_line_has_the_reserved_color() -> None:
    off = training(panel="X", own="off")
    colors = inks(off)
    assert set(colors) == {"1B", "3B", "4B"}
    assert len({OWN, FAINT, *colors.values()}) == 5
    assert OWN not in str(off.figure)


@pytest.mark.usefixtures("own")
def test_a_benchmark_that_no_bundled_model_has_shows_the_run_alone() -> None:
    assert inks(training(panel="Z")) == {"my-run": OWN}


@pytest.mark.usefixtures("own")
def test_a_bundled_source_has_nothing_beside_it() -> None:
    assert set(inks(training(source="best", panel="X"))) == {"1B", "4B"}


@pytest.mark.usefixtures("own")
def test_heatmaps_of_the_run_have_a_bar_and_their_cells_keep_their_colors() -> None:
    view = SCALE.view("grid")
    assert view is not None
    on, off = (SCALE.answer(view, SCALE.clean({"own": one})[0], 4).figure for one in ("on", "off"))
    bars = [shape for shape in on["layout"]["shapes"] if shape.get("fillcolor") == OWN]
    heatmaps = [trace for trace in on["data"] if trace["type"] == "heatmap"]
    assert len(bars) == len(heatmaps) == 4
    assert all(bar["x1"] - bar["x0"] == 3 for bar in bars)
    assert on["layout"]["yaxis"]["tickfont"]["color"] == OWN
    assert OWN not in str(off)
    scales = [figure["layout"]["coloraxis"]["colorscale"] for figure in (on, off)]
    assert scales[0] == scales[1]


@pytest.mark.long
def test_several_own_models_share_the_color_and_differ_in_dash_and_label(
    given: Given, tmp_path: Path
) -> None:
    smaller, larger = run_table("org/a-1.5b", 50, size=1.5), run_table("org/a-3b", 60)
    snapshots.use(own_store(given, tmp_path, both=smaller + larger.partition("\n")[2]))
    answer = training(panel="X")
    mine = [one for one in answer.figure["data"] if one.get("line", {}).get("color") == OWN]
    lines = [one for one in mine if one.get("meta")]
    assert {line["name"] for line in lines} == {"1.5B", "3B"}
    assert len({line["line"]["dash"] for line in lines}) == 2


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("path", BY_PATH)
def test_without_loads_nothing_of_it_is_there(path: str) -> None:
    study = BY_PATH[path]
    values = study.defaults()
    assert not values.get("own")
    assert insights.headline(study, values).own == ""


@pytest.mark.usefixtures("own")
def test_the_table_of_models_marks_own_rows_until_that_is_switched_off() -> None:
    models = BY_PATH["models"]
    chart_texts = {}
    for view in (
        "grid",
        "pair",
    ):  # of so few benchmarks the first shows all scores, and the forest none
        for switch in ("on", "off"):
            values, notices = models.clean({"own": switch, "panel": "X"})
            assert not notices
            chosen = models.view(view)
            assert chosen is not None
            chart_texts[view, switch] = str(models.answer(chosen, values, 4).figure)
    marked = {key: OWN in figure for key, figure in chart_texts.items()}
    assert marked == {(view, switch): switch == "on" for view, switch in chart_texts}
    # numbers of others keep the color of accuracy
    assert ACCURACY in chart_texts["grid", "on"]


@pytest.mark.usefixtures("own")
def test_the_answer_about_models_begins_with_the_own_run() -> None:
    models = BY_PATH["models"]
    headline = insights.headline(models, models.defaults())
    assert headline.own.startswith("org/")
    assert headline.strong.startswith("(best of your 2 runs here) is ")
