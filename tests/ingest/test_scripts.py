"""Scripts ask before they do what few loads need, so that a small load stays small."""

from typing import Any

import duckdb
import pytest

from reasonboard.ingest.scripts import sql
from tests.ingest.mine import Mine

MOST_STATEMENTS = 330
"""So many statements of scripts a load of one number runs, with the tables of all studies."""

NUMBER = "model,benchmark,metric,value,unit\none,gsm8k,acc,0.5,fraction\n"


@pytest.mark.parametrize(
    ("rows", "made"), [("SELECT 1 AS x", 2), ("SELECT 1 AS x LIMIT 0", 0)], ids=["some", "none"]
)
def test_a_script_ends_at_a_question_that_is_answered_with_false(rows: str, made: int) -> None:
    script = f"CREATE TABLE a AS {rows}; SELECT EXISTS (FROM a); INSERT INTO a FROM a; FROM a"
    with duckdb.connect() as connection:
        assert len(sql.execute(connection, script).fetchall()) == made


def test_each_statement_of_a_script_gets_the_values_that_it_names() -> None:
    script = "CREATE TABLE a AS SELECT $x AS x; SELECT $goes_on; SELECT x + $y FROM a"
    with duckdb.connect() as connection:
        values = {"x": 1, "y": 2, "goes_on": True}
        assert sql.execute(connection, script, values).fetchall() == [(3,)]


@pytest.mark.usefixtures("studies_made")
def test_a_load_of_one_number_runs_few_statements(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine.load(mine.table(NUMBER))
    run, count = sql._execute, 0

    def counted(*arguments: Any) -> duckdb.DuckDBPyConnection:
        nonlocal count
        count += 1
        return run(*arguments)

    monkeypatch.setattr(sql, "_execute", counted)
    mine.load(mine.table(NUMBER.replace("one", "another")), name="second")
    assert 100 < count <= MOST_STATEMENTS
