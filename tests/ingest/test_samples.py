"""What is made of samples at publishing, on hand-written answers."""

import math
import re
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample
from reasonboard.ingest.readers.common import digests
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot import answers
from reasonboard.ingest.snapshot.answers import roll_up_votes
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import snapshots
from reasonboard.store.connections import connect_with_answers
from tests.clustered import clustered_mean
from tests.ingest.in_process import load_records
from tests.sources import two_sources

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


def _measured(item: str, repeats: int) -> Measurement:
    return Measurement(item, "accuracy", 0.5, "fraction", "acc", n_repeats=repeats)


def _answered(item: str, problem: int = 0, level: int = 0) -> Sample:
    return Sample("B", item, 0, 1.0, problem=problem, item_fields=f'{{"level": "{level}"}}')


@pytest.mark.parametrize(
    ("rows", "swapped", "digest"),
    [
        ([_measured("A", 1), _measured("B", 2)], [_measured("A", 2), _measured("B", 1)], "loaded_summary.digest"),
        ([_answered("a", 1), _answered("b", 2)], [_answered("a", 2), _answered("b", 1)], "sample_score.items_digest"),
        ([_answered("a", level=1), _answered("b")], [_answered("a"), _answered("b", level=1)], "loaded_summary.digest"),
    ],
)  # fmt: skip
def test_values_that_change_places_change_a_digest(
    data: Path,
    tmp_path: Path,
    rows: list[Measurement | Sample],
    swapped: list[Measurement | Sample],
    digest: str,
) -> None:
    """The last value of a hash is taken in by xor, so a `bit_xor` of them stays: other problems would be paired."""
    found, table = set[tuple[int]](), digest.partition(".")[0]
    for name, records in (("rows", rows), ("swapped", swapped)):
        numbers = [record for record in records if isinstance(record, Measurement)]
        samples = [record for record in records if isinstance(record, Sample)]
        store = tmp_path / name / "store"
        load_records(
            data, store, [Found(Run("tool", "m-1b", iteration=3), numbers, samples)], "mine"
        )
        with connect_with_answers(snapshots.current(store).path) as connection:
            found |= {*connection.execute(f"SELECT {digest} FROM {table}").fetchall()}
    assert len(found) == 2


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


def rolled_up(answers: Sequence[tuple[Any, ...]]) -> duckdb.DuckDBPyConnection:
    """The roll-ups of one run with these answers: item, score, tokens, finish, and what was answered if it is known."""
    connection = duckdb.connect()
    sql.run(connection, "rollup_tables")
    connection.execute("CREATE TABLE loaded_run (key TEXT, tool TEXT)")
    connection.execute(
        "CREATE TEMP TABLE stored_sample (run TEXT, benchmark TEXT, metric TEXT, item TEXT, score DOUBLE,"
        " unit TEXT, tokens_out INTEGER, finish TEXT, problem BIGINT, sha256 TEXT, answer BIGINT, item_fields TEXT)"
    )
    connection.executemany(
        "INSERT INTO stored_sample VALUES ('r', 'B', 'accuracy', ?, ?, 'fraction', ?, ?, NULL, 'sha', ?, NULL)",
        [(*answer[:4], answer[4] if len(answer) > 4 else None) for answer in answers],
    )
    sql.run(connection, "samples")
    roll_up_votes(connection)
    return connection


def made_up_log() -> list[tuple[str, float, int, str]]:
    """500 problems, one answer each: 184 cut off (36.8 %), of which 44 are right, and 302 of the 316 complete ones."""
    cut = [(f"c{at}", float(at < 44), 4096, "length") for at in range(184)]  # fmt: skip
    return cut + [(f"w{at}", float(at < 302), 700, "stop") for at in range(316)]


def test_cut_off_and_complete_answers_are_counted_apart_with_their_accuracies() -> None:
    with rolled_up(made_up_log()) as connection:
        row = connection.execute(
            "SELECT answers, cut, items, complete_items, cut_items, complete_value, cut_value FROM cut_score"
        ).fetchone()
    assert row == (500, 184, 500, 316, 184, pytest.approx(302 / 316), pytest.approx(44 / 184))


def test_the_last_digit_of_a_score_depends_on_no_order() -> None:
    sevenths = [(f"q{at}", at * at % 8 / 7 + at / 1e5, 5, "stop") for at in range(400)]
    found = []
    for given_in in (sevenths, sevenths[::-1], sorted(sevenths, key=lambda seventh: seventh[1])):
        with rolled_up(given_in) as connection:
            found.append(connection.execute("SELECT value, stderr FROM sample_score").fetchall())
    assert found[0] == found[1] == found[2]
    scores = [score for _, score, _, _ in sevenths]
    error = statistics.stdev(scores) / math.sqrt(len(scores))
    assert found[0] == [pytest.approx((statistics.fmean(scores), error), rel=1e-14)]
    with rolled_up([(f"q{at}", 0.1, 5, "stop") for at in range(300)]) as connection:
        alike = connection.execute("SELECT value, stderr FROM sample_score").fetchall()
    assert alike == [(0.1, 0.0)]


def test_answers_that_do_not_say_why_they_ended_are_in_no_share_of_cut_ones() -> None:
    answers = [("a", 1.0, 5, "stop"), ("b", 0.0, 9, None), ("c", None, 9, "length")]
    with rolled_up(answers) as connection:
        assert connection.execute("SELECT answers, cut FROM cut_score").fetchall() == [(1, 0)]


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.lists(
            st.tuples(
                st.booleans(),
                st.sampled_from([10, 12, 100, None]),
                st.sampled_from(["stop", "length"]),
            ),
            min_size=1,
            max_size=5,
        ),
        min_size=1,
        max_size=8,
    )
)
def test_errors_over_items_are_those_of_the_clustered_mean(
    items: list[list[tuple[bool, int | None, str]]],
) -> None:
    answers = [
        (str(at), float(right), tokens, end)
        for at, item in enumerate(items)
        for right, tokens, end in item
    ]
    with rolled_up(answers) as connection:
        shares = connection.execute("SELECT cut / answers, stderr FROM cut_score").fetchall()
        by_end = connection.execute(
            "SELECT complete_value, complete_stderr, cut_value, cut_stderr FROM cut_score"
        ).fetchone()
        bins = connection.execute('SELECT value, stderr FROM token_bin ORDER BY "power"').fetchall()
    ended = [[end == "length" for _, _, end in item] for item in items]
    ends = [
        [right for right, _, end in item if end == wanted]
        for wanted in ("stop", "length")
        for item in items
    ]
    scores = [ends[: len(items)], ends[len(items) :]]
    assert shares == [clustered(ended)]
    assert by_end == clustered(scores[0]) + clustered(scores[1])
    powers = [
        [
            [right for right, tokens, _ in item if tokens and tokens.bit_length() == bits]
            for item in items
        ]
        for bits in (4, 7)
    ]
    assert bins == [clustered(power) for power in powers if any(power)]


def clustered(items: list[list[bool]]) -> tuple[object, object]:
    """Mean and standard error by the formula of the statistics; (None, None) without an answer."""
    there = [item for item in items if item]
    found = clustered_mean([sum(item) for item in there], [len(item) for item in there])
    if found is None:
        return None, None
    error = None if found.stderr is None else pytest.approx(found.stderr, rel=1e-6, abs=1e-9)
    return pytest.approx(found.value), error


def test_a_number_that_the_file_states_is_not_made_again(data: Path, tmp_path: Path) -> None:
    with loaded(data, tmp_path, stated=0.8) as connection:
        rows = connection.execute(
            "SELECT value FROM result WHERE source = 'mine' AND metric = 'accuracy'"
        ).fetchall()
    assert rows == [(0.8,)]


def test_the_query_of_the_docs_joins_numbers_and_answers(data: Path, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "explanation" / "data.md").read_text()
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


def voted(*items: tuple[str, str]) -> list[tuple[Any, ...]]:
    """k, items, mean and gain of the votes on items, each a letter per answer and the letters that are right."""
    answers = [
        (f"q{at}", float(letter in right), 1, None, None if letter == "-" else ord(letter))
        for at, (letters, right) in enumerate(items)
        for letter in letters
    ]
    with rolled_up(answers) as connection:
        query = "SELECT k, items, value, gain, square, gain_square FROM vote_score ORDER BY k"
        return connection.execute(query).fetchall()


def test_the_most_frequent_of_several_answers_is_counted_where_it_is_known_what_they_say() -> None:
    # Of AAB two or three draw A, and of two different ones either; of ABC all are as good.
    of_each = {1: (2 / 3, 1 / 3), 2: (2 / 3, 1 / 3), 3: (1.0, 1 / 3)}
    assert voted(("AAB", "A"), ("ABC", "A")) == [
        (
            k,
            2,
            pytest.approx(statistics.fmean(values)),
            pytest.approx(statistics.fmean(values) - 1 / 2),
            pytest.approx(statistics.fmean(value**2 for value in values)),
            pytest.approx((values[0] - 2 / 3) ** 2 / 2),
        )
        for k, values in of_each.items()
    ]
    # One that says nothing has no vote: of A-- the only answer wins once it is drawn.
    assert [row[2] for row in voted(("A--", "A"), ("BBC", ""))] == pytest.approx(
        [1 / 6, 1 / 3, 1 / 2]
    )


@pytest.mark.parametrize(
    ("why", "items"),
    [
        ("nobody says what was answered", [("--", "-"), ("--", "")]),
        ("a problem has one answer", [("AB", "A"), ("A", "A")]),
    ],
)
def test_there_is_no_vote_where(why: str, items: list[tuple[str, str]]) -> None:
    assert voted(*items) == [], why


def test_a_column_that_is_the_same_for_right_and_wrong_attempts_is_no_answer() -> None:
    truth = [(f"q{at // 2}", float(at % 2), 1, None, 7) for at in range(8)]
    with rolled_up(truth) as connection:
        assert connection.execute("SELECT count(*) FROM vote_score").fetchone() == (0,)


@pytest.mark.long
def test_answers_are_numbered_within_an_item_and_parts_of_an_earlier_release_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, store = two_sources(tmp_path / "data"), tmp_path / "store"
    said = {"a": "1,007; $1007.; 8", "b": "x; Y; y"}
    samples = [
        Sample("B", item, repeat, float(repeat > 0), answer=digests.of_answer(text))
        for item, texts in said.items()
        for repeat, text in enumerate(texts.split("; "))
    ]
    with monkeypatch.context() as earlier:
        earlier.setattr(answers, "numbered", lambda _: "SELECT * EXCLUDE (answer) FROM sample")
        load_records(data, store, [Found(Run("tool", "m-1b"), (), samples)], "before")
    load_records(data, store, [Found(Run("tool", "m-2b"), (), samples)], "mine")
    votes = "SELECT loaded_as, vote_score.* FROM vote_score JOIN loaded_run ON key = run ORDER BY k"
    with connect_with_answers(snapshots.current(store).path) as grown:
        found = grown.execute(votes).fetchall()
        kept = grown.execute("SELECT DISTINCT item, answer FROM sample ORDER BY ALL").fetchall()
    assert [row[0] for row in found] == ["mine"] * 3
    assert kept == [("a", 1), ("a", 2), ("a", None), ("b", 1), ("b", 2), ("b", None)]
    rebuild(data, store)
    with connect_with_answers(snapshots.current(store).path) as rebuilt:
        assert rebuilt.execute(votes).fetchall() == found
