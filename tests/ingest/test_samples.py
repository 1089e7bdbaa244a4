"""What is made of samples at publishing, on hand-written answers."""

import math
import re
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.records import Found, Measurement, Run, Sample
from reasonboard.store import snapshots
from reasonboard.store.connections import connect_with_answers
from tests.ingest.in_process import load_records

# Two items, two answers each: a is right once, b twice; the mean over items is (0.5 + 1) / 2.
ANSWERS = [("a", 0, 1.0, 100), ("a", 1, 0.0, 300), ("b", 0, 1.0, 60), ("b", 1, 1.0, None)]


def loaded(data: Path, tmp_path: Path, stated: float | None = None) -> duckdb.DuckDBPyConnection:
    """A snapshot of one run with these answers, and with a stated accuracy if there is one."""
    numbers = [Measurement("B", "accuracy", stated, "fraction", "acc")] if stated else []
    samples = [
        Sample("B", item, repeat, score, tokens_out=tokens)
        for item, repeat, score, tokens in ANSWERS
    ]
    run = Run("tool", "m-1b", iteration=3)
    assert load_records(data, tmp_path / "store", [Found(run, numbers, samples)], "mine") == 4
    return connect_with_answers(snapshots.current(tmp_path / "store").path)


def test_accuracy_is_the_mean_over_items_with_its_error_over_items(
    data: Path, tmp_path: Path
) -> None:
    with loaded(data, tmp_path) as connection:
        rows = connection.execute(
            "SELECT value, stderr, n_items, n_repeats, locator FROM result"
            " WHERE source = 'mine' AND metric = 'accuracy'"
        ).fetchall()
    # The items' means are 0.5 and 1: deviation sqrt(2 * 0.25^2 / 1), divided by sqrt(2).
    assert rows == [
        (
            0.75,
            pytest.approx(math.sqrt(0.125) / math.sqrt(2)),
            2,
            2,
            "mean over the items of 4 samples",
        )
    ]


def test_right_answers_are_counted_per_item_for_pass_at_k(data: Path, tmp_path: Path) -> None:
    with loaded(data, tmp_path) as connection:
        counted = connection.execute("SELECT n, c, items FROM pass_count ORDER BY c").fetchall()
    assert counted == [(2, 1, 1), (2, 2, 1)]


def test_tokens_are_summed_and_binned_and_absent_ones_are_not_zero(
    data: Path, tmp_path: Path
) -> None:
    with loaded(data, tmp_path) as connection:
        bins = connection.execute("SELECT power, samples FROM token_bin ORDER BY power").fetchall()
        mean = connection.execute(
            "SELECT value, unit FROM result WHERE source = 'mine' AND metric = 'token_length'"
        ).fetchall()
    assert bins == [(5, 1), (6, 1), (8, 1)]
    assert mean == [(pytest.approx(460 / 3), "tokens")]


def test_a_number_that_the_file_states_is_not_made_again(data: Path, tmp_path: Path) -> None:
    with loaded(data, tmp_path, stated=0.8) as connection:
        rows = connection.execute(
            "SELECT value FROM result WHERE source = 'mine' AND metric = 'accuracy'"
        ).fetchall()
    assert rows == [(0.8,)]


def test_the_query_of_the_docs_joins_numbers_and_answers(data: Path, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "data.md").read_text()
    (query,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    with loaded(data, tmp_path) as connection:
        assert connection.execute(query).fetchall() == [
            ("m-1b", "B", 0.75, pytest.approx(460 / 3), 4)
        ]


def test_a_run_has_one_key_in_numbers_answers_and_files(data: Path, tmp_path: Path) -> None:
    with loaded(data, tmp_path) as connection:
        keys = connection.execute(
            "SELECT DISTINCT run FROM sample UNION SELECT run FROM answer UNION SELECT key FROM loaded_run "
            "UNION SELECT run FROM result WHERE source = 'mine'"
        ).fetchall()
        assert len(keys) == 1
        names = connection.execute("SELECT DISTINCT model, benchmark, metric, source FROM answer")
        assert names.fetchall() == [("m-1b", "B", "accuracy", "mine")]
        bundled = "SELECT count(*), count(DISTINCT key) FROM run WHERE source <> 'mine'"
        assert len(set(connection.execute(bundled).fetchall()[0])) == 1
