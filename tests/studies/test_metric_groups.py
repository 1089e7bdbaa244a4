"""A menu of metrics of own and bundled sources says of each which of both it comes from."""

import shutil
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.core.control import Choice
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.studies import find
from reasonboard.web.components import controls

OWN, BUNDLED = "Your runs", "Bundled"


@pytest.fixture(scope="module")
def store(bundled_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled sources, and a run with a metric that none of them has besides one that some have."""
    table = tmp_path_factory.mktemp("own") / "mine.csv"
    table.write_text(
        "model,benchmark,metric,value,n,unit\nlab/plum-7b,GSM8K,exact_match,41,500,percent\n"
        "lab/plum-7b,GSM8K,accuracy,43,500,percent\n"
    )
    store = shutil.copytree(bundled_store, table.parent / "store")
    load(config.read({}).data, store, [str(table)], name="mine")
    return store


def metrics(path: str, *sources: str) -> list[Choice]:
    """The metrics that the page offers for these sources."""
    study = find(path)
    assert study is not None
    (control,) = (control for control in study.controls if control.name == "metric")
    values, invalid = study.clean({"source": list(sources)})
    assert not invalid
    return control.options(values)


@pytest.mark.parametrize("path", ["models", "explore"])
def test_a_metric_stands_under_what_has_it(store: Path, path: str) -> None:
    snapshots.use(store)
    both = metrics(path, "mine", "simplerl-zoo", "pythia")
    groups = {choice.value: choice.group for choice in both}
    assert groups["exact_match"] == groups["accuracy"] == OWN
    assert groups["acc"] == BUNDLED
    names = [choice.group for choice in both if choice.group in (OWN, BUNDLED)]
    assert names == sorted(names, reverse=True)
    of_one_kind = [*metrics(path, "mine"), *metrics(path, "simplerl-zoo", "pythia")]
    assert {choice.group for choice in of_one_kind}.isdisjoint((OWN, BUNDLED))
    database.close()


@pytest.mark.parametrize("path", ["models", "explore"])
def test_no_own_metric_is_listed_under_bundled(store: Path, path: str) -> None:
    snapshots.use(store)
    study = find(path)
    assert study is not None
    (control,) = (control for control in study.controls if control.name == "metric")
    options = metrics(path, "mine", "simplerl-zoo", "pythia")
    heading, under = "", {}
    for listed in controls.choices(control, options):
        heading = listed["label"] if listed.get("disabled") else heading
        under[listed["value"]] = heading
    assert under.get("exact_match") in (OWN, None)
    assert under.get("main") in ("", None)
    database.close()


def test_the_first_choices_need_no_heading_if_all_others_are_own() -> None:
    study = find("models")
    assert study is not None
    (control,) = (one for one in study.controls if one.name == "metric")
    options = [Choice("main", "Main score"), Choice("acc", "acc", OWN)]
    assert [one["label"] for one in controls.choices(control, options)] == [
        "Main score",
        OWN,
        "acc",
    ]
