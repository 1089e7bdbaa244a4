"""Runs of the same settings that differ in their date alone: the newest represents them, the others are kept."""

import json
import os
from itertools import permutations

import pytest

from reasonboard.store import database, snapshots
from reasonboard.studies import BY_PATH, STUDIES
from reasonboard.web.page.sections import SECTIONS
from tests.ingest.mine import Mine

MODELS = next(study for study in STUDIES if study.path == "models")
DAYS = {"14": 1749900000.0, "15": 1750000000.0, "16": 1750086400.0, "17": 1750172800.0}
"""Of June 2025, as the harness writes a date."""
pytestmark = pytest.mark.usefixtures("studies_made")


def results(mine: Mine, name: str, date: float | None, **scores: float) -> str:
    """A results file of lm-evaluation-harness."""
    path = mine.folder / f"{name}.json"
    document = {
        "results": {task: {"exact_match,none": score} for task, score in scores.items()},
        "configs": {task: {"task": task} for task in scores},
        "config": {"model": "vllm", "model_args": "pretrained=lab/plum-7b"},
        "model_name": "lab/plum-7b",
    }
    path.write_text(json.dumps(document | ({"date": date} if date else {})))
    return str(path)


def rows(mine: Mine, settings: str = "newest") -> list[tuple[str, str, float, int]]:
    """Label, benchmark, score and number of runs of each score on Models."""
    snapshots.use(mine.store)
    values, notices = MODELS.clean({"source": ["mine"], "settings": settings})
    assert not notices
    return sorted(
        (row["variant"], row["benchmark"], round(row["value"], 4), row["runs"])
        for row in MODELS.rows("scores", values)
    )


@pytest.mark.parametrize("order", list(permutations(("15", "16", "17"))))
def test_the_date_that_files_state_decides_which_is_the_newest(
    mine: Mine, order: tuple[str, ...]
) -> None:
    scores = {"15": 0.41, "16": 0.55, "17": 0.63}
    mine.load(
        *(
            results(mine, f"{place}{day}", DAYS[day], kite=scores[day])
            for place, day in enumerate(order)
        )
    )
    assert rows(mine) == [("", "kite", 0.63, 3)]
    assert rows(mine, "all") == [
        ("run of 2025-06-15", "kite", 0.41, 3),
        ("run of 2025-06-16", "kite", 0.55, 3),
        ("run of 2025-06-17", "kite", 0.63, 3),
    ]
    assert mine.query("SELECT value, n_runs FROM cell WHERE source = 'mine'") == [(0.63, 3)]
    assert not mine.query("SELECT * FROM disagreement WHERE 'mine' IN (source_a, source_b)")


def test_without_a_stated_date_the_time_of_the_file_decides(mine: Mine) -> None:
    undated = results(mine, "undated", None, kite=0.7)
    os.utime(undated, (DAYS["16"], DAYS["16"]))
    mine.load(undated, results(mine, "15", DAYS["15"], kite=0.41))
    assert rows(mine) == [("", "kite", 0.7, 2)]
    mine.load(results(mine, "17", DAYS["17"], kite=0.63))
    assert rows(mine) == [("", "kite", 0.63, 3)]
    assert [label for label, *_ in rows(mine, "all")] == [
        "file of 2025-06-16",
        "run of 2025-06-15",
        "run of 2025-06-17",
    ]


def test_runs_of_one_day_are_told_by_their_time(mine: Mine) -> None:
    mine.load(
        results(mine, "a", DAYS["15"], kite=0.4), results(mine, "b", DAYS["15"] + 60, kite=0.5)
    )
    assert [label for label, *_ in rows(mine, "all")] == [
        "run of 2025-06-15 15:06:40",
        "run of 2025-06-15 15:07:40",
    ]


def test_runs_of_different_benchmarks_are_one_row_whatever_their_dates(mine: Mine) -> None:
    mine.load(results(mine, "15", DAYS["15"], kite=0.41), results(mine, "16", DAYS["16"], owl=0.5))
    assert rows(mine) == [("", "kite", 0.41, 1), ("", "owl", 0.5, 1)]


def test_what_the_newest_run_did_not_measure_is_shown_of_the_one_before(mine: Mine) -> None:
    mine.load(
        results(mine, "15", DAYS["15"], kite=0.41, owl=0.5),
        results(mine, "17", DAYS["17"], kite=0.63),
    )
    shown = rows(mine)
    assert ("run of 2025-06-17", "kite", 0.63, 2) in shown
    assert ("run of 2025-06-15", "owl", 0.5, 2) in shown
    cells = mine.query("SELECT benchmark, value FROM cell WHERE source = 'mine' ORDER BY benchmark")
    assert cells == [("kite", 0.63), ("owl", 0.5)]


def test_a_benchmark_whose_log_ends_elsewhere_is_shown_at_its_own_last_step(mine: Mine) -> None:
    header = "model,step,benchmark,accuracy,n,unit\n"
    steps = {
        "kite": (0, 50, 100),
        "owl": (0, 50, 100),
        "crow": (0, 50, 100),
        "late": (0, 60, 120),
        "early": (0, 40, 80),
    }
    lines = [
        f"lab/plum-7b,{step},{benchmark},{0.3 + step / 1000},100,fraction"
        for benchmark, its_steps in steps.items()
        for step in its_steps
    ]
    mine.load(mine.table(header + "\n".join(lines) + "\n"))
    assert [row[:3] for row in rows(mine)] == [
        ("step 100", "crow", 0.4),
        ("step 100", "kite", 0.4),
        ("step 100", "owl", 0.4),
        ("step 120", "late", 0.42),
        ("step 80", "early", 0.38),
    ]


def test_what_only_the_start_of_a_training_has_is_shown_of_the_start(mine: Mine) -> None:
    header = "model,step,benchmark,accuracy,n,unit\n"
    lines = [
        "lab/plum-7b,0,kite,0.1,100,fraction",
        "lab/plum-7b,0,owl,0.2,100,fraction",
        "lab/plum-7b,50,kite,0.3,100,fraction",
    ]
    mine.load(mine.table(header + "\n".join(lines) + "\n"))
    assert [row[:3] for row in rows(mine)] == [("step 0", "owl", 0.2), ("step 50", "kite", 0.3)]


def test_the_page_says_how_many_older_runs_it_leaves_out(mine: Mine) -> None:
    header = "model,iteration,date,benchmark,accuracy,n,unit\n"
    lines = [
        f"lab/plum-7b,{iteration},2025-06-{day},kite,{0.2 + iteration / 100 + day / 1000},100,fraction"
        for day in (15, 16)
        for iteration in (0, 10)
    ]
    mine.load(mine.table(header + "\n".join(lines) + "\n"))
    snapshots.use(mine.store)
    study = next(study for study in STUDIES if study.path == "iterations")
    values, _ = study.clean({"source": "mine", "panel": "kite", "iteration": "10"})
    (row,) = study.rows("grid", values)
    assert row["accuracy"] == [21.6, 31.6]
    byline = next(section for section in SECTIONS if section.name == "byline")
    assert "2 older runs" in str(byline.content(study, values))
    elsewhere = BY_PATH["test-time"]  # shows no run without tokens
    assert "older run" not in str(byline.content(elsewhere, elsewhere.defaults()))
    evidence = database.query(study.sql("evidence"), **values)
    assert [(one["date"], round(one["value"], 3)) for one in evidence] == [
        ("2025-06-16", 0.316),
        ("2025-06-15", 0.315),
    ]
