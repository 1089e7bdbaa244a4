"""Own runs on the page of models: where they stand, and what is said of them first."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.core import url_state
from reasonboard.core.insights import headline
from reasonboard.core.view import View
from reasonboard.store import database, snapshots
from reasonboard.studies.models.blocks import blocks_of
from reasonboard.studies.models.headline import teaser
from reasonboard.studies.models.selected import selected
from reasonboard.studies.models.study import MODELS
from reasonboard.studies.pair.study import PAIR
from tests.conftest import Given
from tests.own_runs import HEADER, add, own_store, run_table

LONE = HEADER + "lone,3,5,V,40,100,percent\nlone,3,5,W,50,100,percent\n"


@pytest.fixture(scope="module")
def store(_published: Given, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    return own_store(_published, folder, mine=run_table("my-model", 79.0), other=LONE)


@pytest.fixture
def loaded(store: Path) -> Iterator[None]:
    snapshots.use(store)
    yield
    database.close()


@pytest.fixture
def by_two_measures(loaded: None, _published: Given, tmp_path: Path) -> None:
    """Two bundled sources with the benchmark X, of which the second one has accuracies; and an own model."""
    row = {"model": "small", "benchmark": "X", "n_items": 1000}
    bundled = _published(
        "scale-progress",
        models={"small": ("F", 1.0)},
        reranked=[row | {"value": 0.9, "metric": "rm@8"}],
        plain=[row | {"value": 0.5}],
    )
    (tmp_path / "measures").mkdir()
    for name in ("data", "store"):
        shutil.copytree(bundled / name, tmp_path / "measures" / name)
    metrics = tmp_path / "measures" / "data" / "catalogue" / "metrics.toml"
    ranked = metrics.read_text().replace('name = "rm@8"', 'name = "rm@8"\nhigher_is_better = true')
    metrics.write_text(ranked)
    add(tmp_path / "measures", "mine", HEADER + "my-model,3,5,X,60,1000,percent\n")
    snapshots.use(tmp_path / "measures" / "store")


@pytest.fixture
def without_sizes(loaded: None, _published: Given, tmp_path: Path) -> None:
    scores = "".join(f"unsized-{value},3,5,X,{value},,percent\n" for value in (60, 70, 80))
    (tmp_path / "unsized").mkdir()
    snapshots.use(own_store(_published, tmp_path / "unsized", mine=HEADER + scores))


def main() -> View:
    return next(view for view in MODELS.views if view.place == "main")


pytestmark = pytest.mark.usefixtures("loaded")


def test_an_own_run_stands_in_the_block_of_the_models_that_share_its_benchmarks() -> None:
    blocks = blocks_of(MODELS.view_rows(main(), MODELS.defaults()))
    found = {block.title: [(run.name, run.own) for run in block.runs] for block in blocks}
    assert found["best"] == [("large", False), ("my-model · step 200", True), ("small", False)]
    assert found["other"] == [("lone · step 5", True)]


def test_the_answer_begins_with_the_own_run_that_has_most_benchmarks() -> None:
    found = headline(MODELS, MODELS.defaults())
    assert found.own == "my-model · step 200"
    assert found.strong == "is tied for first on both benchmarks."


def test_a_model_alone_in_its_source_leads_to_the_others_and_to_no_problems_without_answers() -> (
    None
):
    alone, _ = MODELS.clean({"source": ["mine"]})
    found = selected(MODELS, alone)
    assert found is not None
    assert found.words == "no other model here"
    assert found.pages == {
        "Compare A with another model": "/pair?a=mine%2Fmy-model+%C2%B7+step+200"
    }
    beside, _ = url_state.decode(PAIR, "?a=mine%2Fmy-model+%C2%B7+step+200")
    assert beside["b"] == "best/large · step 100"


def test_a_is_an_own_run_and_b_the_best_bundled_model_beside_it() -> None:
    values = MODELS.defaults()
    assert (values["a"], values["b"]) == ("mine/my-model · step 200", "best/large · step 100")
    assert values["panel"] in ("X", "Y")


def test_a_step_that_a_name_states_is_said_with_it(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    table = "model,benchmark,accuracy,n,unit\n" + "".join(
        f"{name},X,{value},1000,percent\n"
        for name, value in (
            ("Ours (step 200)", 40),
            ("Ours (step 400)", 50),
            ("lab/m-checkpoint-300", 60),
            ("Base", 30),
        )
    )
    snapshots.use(own_store(request.getfixturevalue("_published"), tmp_path, mine=table))
    values = MODELS.clean({"source": ["mine"]})[0]
    names = {row["name"] for row in MODELS.view_rows(main(), values)}
    assert names == {"Ours · step 400", "lab/m · step 300", "Base"}
    every = MODELS.view_rows(main(), MODELS.clean(values | {"settings": "all"})[0])
    assert {row["name"] for row in every} == names | {"Ours · step 200"}
    pair = {row["label"] for row in database.query("studies/pair/a_choices")}
    assert {"Ours · step 200", "Ours · step 400", "lab/m · step 300", "Base"} <= pair


def test_models_of_a_load_that_share_a_benchmark_stand_in_one_block(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The small one has as much in common with either source: it stands with the other one of its load."""
    row = {"model": "small", "n_items": 1000, "value": 0.5}
    names = {"a_few": "XY", "many": "XYZ"}
    rows = {name: [row | {"benchmark": one} for one in names[name]] for name in names}
    given = request.getfixturevalue("_published")(
        "scale-progress", models={"small": ("F", 1.0)}, **rows
    )
    for name in ("data", "store"):
        shutil.copytree(given / name, tmp_path / name)
    of_one = "mine-1,3,5,X,60,1000,percent\nmine-1,3,5,Y,60,1000,percent\n"
    of_other = "".join(f"mine-2,3,5,{name},70,1000,percent\n" for name in "XYZ")
    add(tmp_path, "mine", HEADER + of_one + of_other)
    snapshots.use(tmp_path / "store")
    scores = database.query("studies/models/scores", **MODELS.defaults() | {"source": ["mine"]})
    assert {(row["model"], row["block"]) for row in scores} == {
        ("mine-1", "many"),
        ("mine-2", "many"),
    }


def test_no_metric_that_a_file_has_a_column_for_is_lost_or_mixed_with_another(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A table with the columns `U`, `U (avg@32)` and `U (maj@8)` has three numbers of one benchmark."""
    names = {"U": 20, "U (avg@32)": 30, "U (maj@8)": 40}
    rows = "".join(f"mine,3,5,{name},{value},100,percent\n" for name, value in names.items())
    other = "other,3,5,u avg@32,50,100,percent\n"
    given = request.getfixturevalue("_published")
    snapshots.use(own_store(given, tmp_path, mine=HEADER + rows, other=HEADER + other))
    scores = database.query(
        "studies/models/scores", **MODELS.defaults() | {"source": ["mine", "other"]}
    )
    found = sorted((row["model"], row["benchmark"], row["metric"], row["value"]) for row in scores)
    assert found == [
        ("mine", "U", "accuracy", 0.2),
        ("mine", "U · avg@32", "avg@32", 0.3),
        ("mine", "U · maj@8", "maj@8", 0.4),
        ("other", "U", "avg@32", 0.5),
    ]


@pytest.mark.parametrize(
    "newest",
    [
        pytest.param(
            HEADER + "new-1,3,5,V,60,1000,percent\nnew-2,3,5,V,80,1000,percent\n",
            marks=pytest.mark.long,
        ),
        HEADER + "new-1,3,5,X,60,1000,percent\nnew-2,3,5,X,85,1000,percent\n",
    ],
    ids=["on a benchmark of their own", "beside bundled models"],
)
def test_a_is_the_run_of_the_newest_load_of_which_the_answer_speaks(
    newest: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    aged = HEADER + "".join(f"aged-{score},3,5,U,{score},1000,percent\n" for score in (60, 70, 80))
    given = request.getfixturevalue("_published")
    snapshots.use(own_store(given, tmp_path, aged=aged, lone=LONE, newest=newest))
    values = MODELS.defaults()
    assert str(values["a"]).startswith("newest/new-2")
    assert headline(MODELS, values).own == "new-2 · step 5"


@pytest.mark.long
def test_a_and_b_are_the_first_two_runs_of_several_loads_that_share_a_benchmark(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    aged = HEADER + "".join(f"aged-{score},3,5,U,{score},1000,percent\n" for score in (60, 70, 80))
    newest = HEADER + "new,3,5,U,90,1000,percent\n"
    given = request.getfixturevalue("_published")
    snapshots.use(own_store(given, tmp_path, aged=aged, newest=newest))
    values = MODELS.defaults()
    assert headline(MODELS, values).own == "new · step 5"
    assert str(values["a"]).startswith("newest/new")
    assert str(values["b"]).startswith("aged/aged-80")


def test_a_load_alone_is_shown_by_its_address() -> None:
    values, notices = MODELS.clean({"source": "other"})
    assert notices == {}
    assert {row["model"] for row in MODELS.view_rows(main(), values)} == {"lone"}


def test_own_runs_are_marked_until_that_is_switched_off() -> None:
    values = MODELS.defaults()
    assert values["own"] == "on"
    for own, number in (("on", 2), ("off", 0)):
        figure = MODELS.answer(main(), values | {"own": own}, 4).figure
        axes = [axis for name, axis in figure["layout"].items() if name.startswith("yaxis")]
        texts = [text for axis in axes for text in axis["ticktext"]]
        assert sum("yours" in text for text in texts) == number


def test_every_loaded_score_is_drawn() -> None:
    rows = MODELS.view_rows(main(), MODELS.defaults())
    assert {(row["model"], row["benchmark"]) for row in rows if row["own"]} == {
        ("my-model", "X"), ("my-model", "Y"), ("my-model", "Z"), ("lone", "V"), ("lone", "W"),
    }  # fmt: skip


def test_the_small_picture_names_the_own_run_of_which_the_answer_speaks() -> None:
    found = teaser(MODELS)
    assert found is not None
    assert [dot.name for dot in found.dots if dot.strong] == ["my-model · step 200"]


@pytest.mark.usefixtures("without_sizes")
def test_the_small_picture_says_nothing_of_first_place_where_a_score_has_no_number_of_items() -> (
    None
):
    found = teaser(MODELS)
    assert found is not None
    assert found.dots
    assert "first place" not in found.summary


@pytest.mark.long
@pytest.mark.usefixtures("by_two_measures")
def test_an_own_run_stands_beside_those_who_are_scored_by_the_same_measure() -> None:
    blocks = blocks_of(MODELS.view_rows(main(), MODELS.defaults()))
    (mine,) = [block for block in blocks if any(run.own for run in block.runs)]
    assert mine.title == "plain"
    assert {run.name for run in mine.runs} == {"my-model", "small"}


def test_a_time_is_no_score_and_a_checkpoint_that_has_nothing_else_stands_for_no_model(
    _published: Given,  # noqa: PT019
    tmp_path: Path,
) -> None:
    table = "model,benchmark,iteration,metric,value,unit\nm,V,1,accuracy,0.4,fraction\nm,V,2,hours,3,hours\n"
    snapshots.use(own_store(_published, tmp_path, log=table))
    try:
        defaults = MODELS.clean({"source": ["log"]})[0]
        rows = database.query("studies/models/scores", **defaults)
        assert [(row["metric"], row["variant"]) for row in rows] == [("accuracy", "iteration 1")]
    finally:
        database.close()


@pytest.mark.long
def test_of_own_runs_without_a_common_benchmark_a_is_the_one_that_the_answer_names(
    _published: Given,  # noqa: PT019
    tmp_path: Path,
) -> None:
    rows = "one,3,5,A,40,1000,percent\n" + "".join(
        f"several,3,5,{name},50,100,percent\n" for name in "PQR"
    )
    snapshots.use(own_store(_published, tmp_path, log=HEADER + rows))
    try:
        values = MODELS.clean({"source": ["log"]})[0]
        answer = headline(MODELS, values)
        assert answer
        assert (answer.own, values["a"]) == ("one · step 5", "log/one · step 5")
    finally:
        database.close()
