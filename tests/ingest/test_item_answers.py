"""The items that two sides answered: those that both have, with the answers of each."""

import random
from collections.abc import Iterator, Sequence

import duckdb
import pytest

from reasonboard.ingest.scripts import sql

MANY = 1_200
Answer = tuple[str, str, str, int, float | None, int]
"""Run, benchmark, item, digest of the problem's text, score, tokens."""
_BOTH = "['large', 'small'], ['acc', 'acc']"
_LARGE = "['large'], ['acc']"
_JOINED = """
    SELECT a.item, a.score, b.score, a.tokens, b.tokens
    FROM item_answers([0], {lists}) AS a
    JOIN item_answers([{b}], {lists}) AS b USING (benchmark, item_hash)
    ORDER BY ALL"""
_ALIKE = """
    SELECT item, a, b, tokens_a, tokens_b
    FROM items_alike(hash('r0', 'large', 'acc'), hash('r1', 'large', 'acc')) ORDER BY ALL"""
_PAIRED = """
    SELECT item, a, b, tokens_a, tokens_b FROM paired_items([0], [{b}], {lists}, {metrics}) ORDER BY ALL"""


def _answers(run: int, large: Sequence[int], digest_of: int = 0) -> Iterator[Answer]:
    """To these problems of the large benchmark, in this order, and to 40 of the small one; some have no score."""
    chance = random.Random(run)
    for benchmark, problems in (("large", large), ("small", range(run, run + 40))):
        for problem in problems:
            score = None if chance.random() < 0.01 else float(chance.random() < 0.5)
            item = f"p{problem * 7919 % 100_003}"
            yield f"r{run}", benchmark, item, problem + digest_of, score, chance.randrange(500)


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """Run 1 has the problems of run 0 in another order, run 2 others, run 3 the same ids for other texts."""
    shuffled = random.Random(5).sample(range(MANY), MANY)
    answers = [
        *_answers(1, shuffled),
        *_answers(0, range(MANY)),
        *_answers(2, range(1, MANY + 1)),
        *_answers(3, range(MANY), digest_of=10),
    ]
    with duckdb.connect(config={"threads": "1"}) as connection:
        sql.run(connection, "rollup_tables")
        connection.execute("CREATE TABLE loaded_run (key TEXT, tool TEXT)")
        for runs in (("r1",), ("r0", "r2", "r3")):  # of two loads
            chosen = [answer for answer in answers if answer[0] in runs]
            names = ("run", "benchmark", "item", "problem", "score", "tokens_out")
            columns = dict(zip(names, zip(*chosen, strict=True), strict=True))
            connection.execute(
                """CREATE OR REPLACE TEMP TABLE stored_sample AS
                SELECT
                    unnest($run) AS run, unnest($benchmark) AS benchmark, 'acc' AS metric, unnest($item) AS item,
                    unnest($score) AS score, 'fraction' AS unit, unnest($tokens_out)::INTEGER AS tokens_out,
                    'stop' AS finish,
                    unnest($problem)::BIGINT AS problem, 'sha' AS sha256, NULL::BIGINT AS answer,
                    NULL::TEXT AS item_fields""",
                {name: list(values) for name, values in columns.items()},
            )
            sql.run(connection, "samples")
        connection.execute(
            """CREATE TABLE answered AS
            SELECT
                substr(run, 2)::INTEGER AS run, benchmark, metric, hash(run, benchmark, metric) AS score_hash,
                items_digest, n_items, known_by
            FROM sample_score"""
        )
        sql.run(connection, "item_answers")
        yield connection


@pytest.mark.parametrize("lists", [_BOTH, _LARGE])
@pytest.mark.parametrize("b", [1, 2, 3])
def test_paired_items_are_those_of_a_join(
    connection: duckdb.DuckDBPyConnection, b: int, lists: str
) -> None:
    metrics = lists.partition("], ")[2]
    paired = connection.execute(_PAIRED.format(b=b, lists=lists, metrics=metrics)).fetchall()
    assert len(paired) > MANY * 0.9
    assert paired == connection.execute(_JOINED.format(b=b, lists=lists)).fetchall()


def test_items_of_two_scores_known_beforehand_are_those_of_a_join(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    """The database reads them another way then."""
    assert "Positional Scan" in str(connection.execute(f"EXPLAIN {_ALIKE}").fetchall())
    assert (
        connection.execute(_ALIKE).fetchall()
        == connection.execute(_JOINED.format(b=1, lists=_LARGE)).fetchall()
    )


@pytest.mark.parametrize(("b", "are_alike"), [(1, True), (2, False), (3, False)])
def test_scores_of_the_same_items_are_alike(
    connection: duckdb.DuckDBPyConnection, b: int, are_alike: bool
) -> None:
    scores = f"scores_alike([0], [{b}], {_LARGE}, ['acc'])"
    assert connection.execute(f"SELECT count(*) = 1 FROM {scores}").fetchone() == (are_alike,)


@pytest.mark.parametrize("query", [_PAIRED.format(b=1, lists=_LARGE, metrics="['acc']"), _ALIKE])
def test_answers_that_are_stored_in_another_order_are_not_paired(
    connection: duckdb.DuckDBPyConnection, query: str
) -> None:
    """Silence would pair the answers to different problems, or lose them."""
    connection.begin()
    connection.execute(
        """CREATE OR REPLACE TABLE item_score AS
        SELECT * FROM item_score ORDER BY run, benchmark, if(run = 'r1', -item_place, item_place)"""
    )
    with pytest.raises(duckdb.InvalidInputException, match="not stored in the same order"):
        connection.execute(query)
    connection.rollback()


@pytest.mark.parametrize("runs", [[0], [1, 2]])
def test_places_of_items_follow_the_numbers_in_their_ids(
    connection: duckdb.DuckDBPyConnection, runs: list[int]
) -> None:
    """Of one run, and of two that count as one."""
    rows = connection.execute(
        f"SELECT item FROM item_answers({runs}, {_LARGE}) ORDER BY item_place"
    ).fetchall()
    numbers = [int(item.removeprefix("p")) for (item,) in rows]
    assert numbers == sorted(numbers)


def test_items_are_counted_as_they_are_listed(connection: duckdb.DuckDBPyConnection) -> None:
    """Of one run, and of two that count as one."""
    lists = "['large', 'small'], ['acc', 'acc']"
    scores = f"paired_scores([0], [1, 2], {lists}, ['acc', 'acc'])"
    counted = connection.execute(
        f"SELECT benchmark, items_a, items_b FROM {scores} ORDER BY 1"
    ).fetchall()
    listed = connection.execute(
        f"""SELECT benchmark, count(DISTINCT item_hash) FILTER (of_a), count(DISTINCT item_hash) FILTER (NOT of_a)
        FROM (
            SELECT *, true AS of_a FROM item_answers([0], {lists})
            UNION ALL
            SELECT *, false FROM item_answers([1, 2], {lists})
        )
        GROUP BY benchmark
        ORDER BY 1"""
    ).fetchall()
    assert counted == listed
