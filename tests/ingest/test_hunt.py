"""Small files that nobody here wrote, each with the right numbers: what was wrong with them stays mended."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import NothingReadError
from tests.ingest.mine import Mine

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "cases" / "hunt"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="../shared/cases/hunt is not here")
RESULTS = "SELECT model, benchmark, metric, round(value, 4) FROM result WHERE source = 'mine' ORDER BY ALL"


def case(number: int) -> Path:
    """The folder of a case."""
    (folder,) = FOLDER.glob(f"{number:02}-*")
    return folder


def files_of(number: int) -> list[str]:
    """What is loaded of it."""
    return [str(path) for path in sorted(case(number).iterdir()) if path.name != "expect.txt"]


def test_the_words_of_a_tokenizer_are_no_results(mine: Mine) -> None:
    report = mine.load(*files_of(1))
    assert {Path(name).name for name in report.unknown} == {"vocab.json", "special_tokens_map.json"}
    query = "SELECT model, step, value FROM result WHERE metric = 'reward' AND source = 'mine' ORDER BY step"
    assert mine.query(query) == [
        ("plum-3b", 10, 0.24), ("plum-3b", 20, 0.28), ("plum-3b", 30, 0.32), ("plum-3b", 40, 0.36),
        ("plum-3b", 50, 0.4),
    ]  # fmt: skip


def test_k_next_to_pass_at_k_counts_no_right_answers(mine: Mine) -> None:
    mine.load(*files_of(2), unit="fraction")
    assert mine.query(RESULTS) == [
        ("lab/fig-7b", "AIME24", "pass@8", 0.52),
        ("lab/fig-7b", "AMC23", "pass@8", 0.78),
        ("lab/plum-7b", "AIME24", "pass@8", 0.47),
        ("lab/plum-7b", "AMC23", "pass@8", 0.81),
    ]


def test_answers_of_two_strategies_are_two_runs(mine: Mine) -> None:
    mine.load(*files_of(3))
    assert mine.query(RESULTS) == [
        ("lab/plum-7b · strategy direct", "riddles", "accuracy", 0.75),
        ("lab/plum-7b · strategy step by step", "riddles", "accuracy", 0.3333),
    ]


def test_runs_keep_the_slashes_of_their_names(mine: Mine) -> None:
    mine.load(*files_of(4))
    query = "SELECT model, list(value ORDER BY step) FROM result WHERE source = 'mine' GROUP BY model ORDER BY 1"
    assert mine.query(query) == [
        ("math/lr1e-5/seed1", [0.30, 0.41, 0.52]),
        ("math/lr1e-6/seed1", [0.30, 0.33, 0.35]),
    ]


@pytest.mark.parametrize("wanted", [frozenset(), frozenset({"max_tokens_thinking"})])
def test_budgets_that_only_the_tasks_state_are_three_models(
    mine: Mine, wanted: frozenset[str]
) -> None:
    mine.load(*files_of(6), extra_settings=wanted)
    assert [(model, value) for model, *_, value in mine.query(RESULTS)] == [
        ("lab/plum-7b · max_tokens_thinking 2000", 0.55),
        ("lab/plum-7b · max_tokens_thinking 500", 0.41),
        ("lab/plum-7b · max_tokens_thinking 8000", 0.63),
    ]


def test_lines_of_a_buffered_log_are_the_steps_where_there_are_as_many(mine: Mine) -> None:
    report = mine.load(*files_of(7))
    assert report.notes[-1].endswith("the steps of 20 lines are counted: each is a step")
    query = (
        "SELECT model, count(*), min(iteration), max(iteration), min_by(value, iteration), "
        "max_by(value, iteration) FROM result WHERE metric = 'reward' AND source = 'mine' GROUP BY 1"
    )
    assert mine.query(query) == [("plum-3b", 20, 1, 20, 0.22, 0.6)]


def test_values_that_are_not_numbers_stay_missing(mine: Mine) -> None:
    assert mine.load(*files_of(9)).missing == 16
    query = "SELECT count(*), min(iteration), max(iteration) FROM missing_number JOIN run ON run.id = run"
    assert mine.query(query) == [(16, 30, 60)]


def test_subsets_of_no_problems_are_missing_and_wrong_answers_count_down(mine: Mine) -> None:
    mine.load(*files_of(12))
    assert not [row for row in mine.query(RESULTS) if row[3] == 0 or row[1] == "bfcl_v3:live"]
    query = "SELECT higher_is_better FROM metric WHERE name = 'is_incorrect'"
    assert mine.query(query) == [(False,)]
    assert ("plum-7b", "simple_qa", "is_incorrect", 0.38) in mine.query(RESULTS)


def test_logs_in_one_folder_are_called_after_their_files(mine: Mine) -> None:
    mine.load(*files_of(13))
    query = "SELECT model, count(DISTINCT iteration) FROM result WHERE source = 'mine' GROUP BY 1 ORDER BY 1"
    assert mine.query(query) == [("mine · north_seed1", 20), ("mine · south_seed2", 20)]


def test_each_kind_of_trouble_has_a_line(mine: Mine) -> None:
    with pytest.raises(NothingReadError) as error:
        mine.load(*files_of(14))
    pointer, *others = error.value.lines
    assert pointer.endswith(
        "a Git LFS pointer, not the file itself (expected `git lfs pull` before the load)"
    )
    assert {Path(line.partition(": ")[0]).name for line in others} == {"notes.md", "table.csv"}


def test_the_newest_of_three_runs_is_shown(mine: Mine) -> None:
    mine.load(*files_of(15))
    assert mine.query("SELECT value, n_runs FROM cell WHERE source = 'mine'") == [(0.63, 3)]


def test_products_that_are_called_step_have_no_training_step(mine: Mine) -> None:
    mine.load(*files_of(16), unit="fraction")
    query = "SELECT model, step FROM result WHERE source = 'mine' ORDER BY 1"
    assert mine.query(query) == [
        ("lab/plum-7b", 300),
        ("stepmaker/step-1-8k", None),
        ("stepmaker/step-2-16k-202411", None),
        ("stepmaker/step-3", None),
    ]
