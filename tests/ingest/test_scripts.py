"""Scripts ask before they do what few loads need, so that a small load stays small."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

import reasonboard
from reasonboard.ingest.scripts import sql
from tests.ingest.mine import Mine

MOST_STATEMENTS = 160
"""So many statements of scripts a load of one number runs, with the tables of all studies."""

NUMBER = "model,benchmark,metric,value,unit\none,gsm8k,acc,0.5,fraction\n"


@pytest.mark.parametrize(
    ("rows", "made"), [("SELECT 1 AS x", 2), ("SELECT 1 AS x LIMIT 0", 0)], ids=["some", "none"]
)
def test_a_script_ends_at_a_question_that_is_answered_with_false(rows: str, made: int) -> None:
    script = f"CREATE TABLE a AS {rows};\nSELECT EXISTS (FROM a);\nINSERT INTO a FROM a;\nFROM a\n-- End;\n"
    with duckdb.connect() as connection:
        assert len(sql.execute(connection, script).fetchall()) == made


def test_each_statement_of_a_script_gets_the_values_that_it_names() -> None:
    script = "CREATE TABLE a AS SELECT $x AS x;\nSELECT $goes_on;\nSELECT x + $y FROM a"
    with duckdb.connect() as connection:
        values = {"x": 1, "y": 2, "goes_on": True}
        assert sql.execute(connection, script, values).fetchall() == [(3,)]


def test_where_tables_are_there_a_script_adds_their_rows() -> None:
    script = (
        "-- A table.\nCREATE TABLE a (x INTEGER);\nCREATE VIEW b AS FROM a;\nCREATE MACRO two() AS 2;\n"
        "-- Its rows.\nCREATE TABLE c AS SELECT two() AS x;\nCREATE TABLE d AS FROM c LIMIT 0;\n-- End."
    )
    with duckdb.connect() as connection:
        sql.execute(connection, script)
        with sql.defined():
            sql.execute(connection, script)
            assert len(sql._statements(script, only_rows=True)) == 1
        assert connection.execute("FROM c").fetchall() == [(2,), (2,)]


def test_what_a_snapshot_has_is_defined_before_a_script_can_end() -> None:
    """Else a load into a snapshot in whose build the script ended could not use it."""
    scripts = [path.read_text() for path in Path(reasonboard.__file__).parent.rglob("*.sql")]
    with duckdb.connect() as connection:
        for script in scripts:
            if "CREATE" not in script or "{" in script:
                continue
            statements = connection.extract_statements(script)
            types = [statement.type for statement in statements[:-1]]
            if duckdb.StatementType.SELECT in types:
                after = statements[types.index(duckdb.StatementType.SELECT) :]
                assert not [one.query for one in after if sql._DEFINITION.match(one.query)]


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
