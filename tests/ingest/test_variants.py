"""Runs of one model and benchmark that differ in their settings are told apart by name."""

import json
from typing import Any

import pytest

from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from tests.ingest.mine import Mine

SCALE = next(study for study in STUDIES if study.path == "scale-progress")
CELLS = (
    "SELECT model, family, step, round(value, 2), len(locators) FROM cell WHERE source = 'mine' AND benchmark = 'piqa' "
    "ORDER BY model, step"
)

NAMES = "SELECT model FROM run JOIN source ON source.id = source WHERE title = 'mine'"


def results(
    mine: Mine, name: str, value: float, step: int, model: str = "my-1b", **config: Any
) -> str:
    """A results file of lm-evaluation-harness, of one task."""
    path = mine.folder / f"{name}.json"
    document = {
        "results": {"piqa": {"acc,none": value}},
        "configs": {"piqa": {}},
        "n-samples": {"piqa": {"effective": 1838}},
        "config": {"model_args": f"pretrained={model},revision=step{step}"} | config,
        "model_name": model,
    }
    path.write_text(json.dumps(document))
    return str(path)


def test_shots_are_told_apart_by_name_and_along_the_whole_curve(mine: Mine) -> None:
    """Of step 1000 both are there: step 2000, of which there is one, belongs to its curve."""
    mine.load(
        results(mine, "a", 0.5, 1000, num_fewshot=0, batch_size=8),
        results(mine, "b", 0.6, 1000, num_fewshot=5, batch_size=16),
        results(mine, "c", 0.7, 2000, num_fewshot=5, batch_size=8),
    )
    found = mine.query(CELLS)
    assert [row[0] for row in found] == ["my-1b · 0-shot", "my-1b · 5-shot", "my-1b · 5-shot"]
    assert [row[2:] for row in found] == [(1000, 0.5, 1), (1000, 0.6, 1), (2000, 0.7, 1)]
    assert len({row[1] for row in found}) == 2
    assert mine.query(
        "SELECT DISTINCT params_b FROM run JOIN model ON name = model WHERE source = 'mine'"
    ) == [(1.0,)]


@pytest.mark.usefixtures("studies_made")
def test_they_can_be_filtered_and_no_panel_mixes_them(mine: Mine) -> None:
    mine.load(
        *(
            results(mine, f"{shots} {step}", 0.5 + step / 10_000, step, num_fewshot=shots)
            for shots in (0, 5)
            for step in (1000, 2000)
        )
    )
    snapshots.use(mine.store)
    values, _ = SCALE.clean({"source": "mine"})
    control = {one.name: one for one in SCALE.controls}
    families = [choice.value for choice in control["family"].options(values)]
    assert [name.rpartition(" · ")[2] for name in families] == ["0-shot", "5-shot"]
    for family in families:
        values, notices = SCALE.clean({"source": "mine", "family": family})
        assert notices == {}
        (row,) = SCALE.rows("grid", values)
        assert row["model"] == f"my-1b · {family.rpartition(' · ')[2]}"
        assert row["checkpoint"] == ["1000", "2000"]


def test_a_known_model_keeps_its_family_and_size(mine: Mine) -> None:
    """The catalogue knows it under its own name."""
    mine.load(
        results(mine, "a", 0.5, 1000, "EleutherAI/pythia-1.4b", num_fewshot=0),
        results(mine, "b", 0.6, 1000, "EleutherAI/pythia-1.4b", num_fewshot=5),
    )
    assert mine.query(
        "SELECT name, family, params_b FROM model WHERE name LIKE '%shot' ORDER BY name"
    ) == [
        ("pythia-1.4b · 0-shot", "Pythia · 0-shot", 1.4),
        ("pythia-1.4b · 5-shot", "Pythia · 5-shot", 1.4),
    ]


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ({"num_fewshot": 5}, {"num_fewshot": 5}, {"my-1b"}),
        (
            {"limit": 10, "batch_size": 8},
            {"limit": 20, "batch_size": 16},
            {"my-1b · limit 10", "my-1b · limit 20"},
        ),
        ({}, {"num_fewshot": 5}, {"my-1b · num_fewshot not stated", "my-1b · 5-shot"}),
    ],
)
def test_the_shortest_setting_that_differs_is_the_name(
    mine: Mine, first: dict[str, Any], second: dict[str, Any], names: set[str]
) -> None:
    same = first == second
    mine.load(
        results(mine, "a", 0.5, 1000, **first),
        results(mine, "b", 0.5, 2000 if same else 1000, **second),
    )
    assert {row[0] for row in mine.query(NAMES)} == names


def test_what_no_setting_alone_tells_apart_is_named_by_all(mine: Mine) -> None:
    several = [(0, 8), (0, 16), (5, 8)]
    mine.load(
        *(
            results(mine, f"{shots} {size}", 0.5, 1000, num_fewshot=shots, batch_size=size)
            for shots, size in several
        )
    )
    assert {row[0] for row in mine.query(NAMES)} == {
        f"my-1b · batch_size {size}, {shots}-shot" for shots, size in several
    }


@pytest.mark.usefixtures("studies_made")
def test_a_family_of_interventions_does_not_open_first(mine: Mine) -> None:
    mine.load(
        *(
            results(mine, f"{model} {step}", 0.5, step, f"pythia-{model}-deduped", num_fewshot=0)
            for model in ("intervention-70m", "intervention-410m", "intervention-1.4b", "6.9b")
            for step in (1000, 2000)
        )
    )
    snapshots.use(mine.store)
    values, _ = SCALE.clean({"source": "mine"})
    assert "intervention" not in str(values["family"])
    family = next(control for control in SCALE.controls if control.name == "family")
    assert any("intervention" in choice.value for choice in family.options(values))


def test_siblings_that_the_catalogue_has_and_has_not_are_one_family(mine: Mine) -> None:
    models = (
        "EleutherAI/pythia-1.4b", "EleutherAI/pythia-3b", "Qwen/Qwen2.5-14B-Instruct", "qwen/Qwen-2.5-Instruct-3B",
        "deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "own/Mine_V2-1b",
        "own/mine-v2-3b", "Qwen/Qwen-7B-base",
    )  # fmt: skip
    mine.load(*(results(mine, f"r{at}", at / 10, 0, model) for at, model in enumerate(models)))
    rows = mine.query(
        "SELECT DISTINCT model.family, model.name FROM run JOIN model ON name = model "
        "WHERE source = 'mine' ORDER BY ALL"
    )
    families: dict[object, int] = {}
    for family, _ in rows:
        families[family] = families.get(family, 0) + 1
    assert families == {
        "Pythia": 2, "Qwen-2.5": 2, "R1-Distill Qwen": 2, "Mine_V2": 2, "Qwen-base": 1
    }  # fmt: skip


def test_what_tells_runs_apart_is_one_for_a_family(mine: Mine) -> None:
    """Of the smaller model shots are shorter to say, but the larger one differs in its temperature alone."""
    mine.load(
        results(mine, "a", 0.1, 0, "lab/my-1b", num_fewshot=0, temperature=0),
        results(mine, "b", 0.2, 0, "lab/my-1b", num_fewshot=5, temperature=1),
        results(mine, "c", 0.3, 0, "lab/my-7b", num_fewshot=5, temperature=0),
        results(mine, "d", 0.4, 0, "lab/my-7b", num_fewshot=5, temperature=1),
        results(mine, "e", 0.5, 0, "lab/other-1b", num_fewshot=0, temperature=0),
        results(mine, "f", 0.6, 0, "lab/other-1b", num_fewshot=5, temperature=1),
    )
    assert [name for (name,) in mine.query(f"{NAMES} ORDER BY model")] == [
        "lab/my-1b · temperature 0", "lab/my-1b · temperature 1", "lab/my-7b · temperature 0",
        "lab/my-7b · temperature 1", "lab/other-1b · 0-shot", "lab/other-1b · 5-shot",
    ]  # fmt: skip
