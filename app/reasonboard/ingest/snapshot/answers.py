"""The answers of a snapshot: new ones become a part of the store, and of those of changed runs roll-ups are made."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import duckdb

from reasonboard.ingest.scripts import sql
from reasonboard.store import answer_rows, parts
from reasonboard.store.errors import StoreError
from reasonboard.store.reading import files_sql, write_answers
from reasonboard.store.sealed import sha256_of


def new_parts(building: Path) -> Path:
    """Where the parts stand that a snapshot adds which is built in the file `building`."""
    return building.with_suffix(".parts")


def write(connection: duckdb.DuckDBPyConnection, building: Path) -> None:
    """Make what stands in `sample` a part, and say in `sample_part` what it has."""
    (rows,) = connection.execute("SELECT count(*) FROM sample").fetchone() or (0,)
    if not rows:
        return
    folder = new_parts(building)
    folder.mkdir(exist_ok=True)
    path = folder / "writing"
    write_answers(connection, path, numbered(connection))
    sha256 = sha256_of(path)
    name = parts.name_of(building.parent, sha256)
    values = [name, sha256, path.stat().st_size, rows]
    path.replace(folder / f"{name}.parquet")
    connection.execute("INSERT OR REPLACE INTO stored_part VALUES (?, ?, ?, ?)", values)
    sql.run(connection, "written_part", {"name": name})
    connection.execute("DELETE FROM sample")


def numbered(connection: duckdb.DuckDBPyConnection) -> str:
    """SQL for what stands in `sample`, as a part has it."""
    (answered,) = connection.execute("SELECT count(answer) FROM sample").fetchone() or (0,)
    return sql.text("numbered") if answered else "FROM sample"


def roll_up(connection: duckdb.DuckDBPyConnection, building: Path) -> None:
    """Make the roll-ups of the runs whose answers are not those of `sample_part_before`.

    Raises StoreError where a part is not as it was written, or the place of answers does not answer.
    """
    (changed,) = sql.run(connection, "changed_answers").fetchone() or (0,)
    if not changed:
        return
    sql.run(connection, "stale_answers")
    (last,) = connection.execute("SELECT max(number) FROM portion").fetchone() or (None,)
    for number in range(-1 if last is None else int(last) + 1):
        _show(connection, building, number)
        sql.run(connection, "samples")
        roll_up_votes(connection)
    connection.execute("CREATE OR REPLACE TEMP TABLE sample_part_before AS FROM sample_part")


def close(connection: duckdb.DuckDBPyConnection, building: Path) -> None:
    """Write answers without what may not be kept of them, if an alias says since that their benchmark is closed."""
    names = [name for (name,) in sql.run(connection, "closed_parts").fetchall()]
    if not names:
        return
    rows = answer_rows.needed_sql(_rows_sql(connection, building, names), "closed_part")
    connection.execute(
        "INSERT INTO sample BY NAME SELECT answer.* REPLACE (kept_fields(item_fields, fields) AS item_fields, "  # noqa: S608
        f"closed_item(item) AS item) FROM ({rows}) AS answer JOIN closed_name ON raw = benchmark"
    )
    connection.execute(
        "DELETE FROM sample_part WHERE (run, benchmark, metric, part) IN (FROM closed_part)"
    )
    write(connection, building)
    roll_up(connection, building)


def are_sound(connection: duckdb.DuckDBPyConnection, building: Path) -> bool:
    """Are all parts with answers as they were written?"""
    rows = connection.execute("SELECT name, sha256 FROM stored_part").fetchall()
    return not any(_problem(building, name, sha256) for name, sha256 in rows)


def rewrite_poor(connection: duckdb.DuckDBPyConnection, building: Path) -> None:
    """Write parts anew if few of their rows are still needed. A damaged one stays: `roll_up` names it."""
    for name, sha256 in sql.run(connection, "poor_parts").fetchall():
        if _problem(building, name, sha256):
            continue
        needed = answer_rows.needed_sql(_rows_sql(connection, building, [name]))
        connection.execute(f"INSERT INTO sample BY NAME {needed}")
        connection.execute("DELETE FROM sample_part WHERE part = ?", [name])
    write(connection, building)


def _show(connection: duckdb.DuckDBPyConnection, building: Path, number: int) -> None:
    """Let `stored_sample` be the answers of the runs of a portion."""
    rows = sql.run(connection, "portion_parts", {"number": number}).fetchall()
    for name, sha256, _, run in rows:
        wrong = _problem(building, name, sha256)
        if wrong:
            raise StoreError(f"{wrong}: it has the answers of run {run}")
    whole = [name for name, _, all_of_it, _ in rows if all_of_it]
    others = [name for name, _, all_of_it, _ in rows if not all_of_it]
    connection.execute("SET VARIABLE portion = $number", {"number": number})
    answers_of_portion = (
        "(SELECT DISTINCT run, benchmark, metric, part FROM sample_part JOIN portion USING (run) "
        "WHERE number = getvariable('portion'))"
    )
    selects = ["FROM sample"]  # it is empty, and has columns that earlier parts may lack
    if whole:
        rows_of_whole = _rows_sql(connection, building, whole)
        selects.append(f"SELECT * EXCLUDE (part) FROM ({rows_of_whole})")  # noqa: S608
    if others:
        selects.append(
            answer_rows.needed_sql(_rows_sql(connection, building, others), answers_of_portion)
        )
    connection.execute(
        f"CREATE OR REPLACE TEMP VIEW stored_sample AS {' UNION ALL BY NAME '.join(selects)}"
    )


def _rows_sql(connection: duckdb.DuckDBPyConnection, building: Path, names: Sequence[str]) -> str:
    """SQL for all rows of these parts, with the name of the part in `part`."""
    new = [name for name in names if _new_path(building, name).exists()]
    old = [name for name in names if name not in new]
    selects = [answer_rows.rows_sql(connection, building.parent, old)] if old else []
    if new:
        selects.append(answer_rows.named_sql(files_sql(_new_path(building, name) for name in new)))
    return " UNION ALL BY NAME ".join(selects)


def _problem(building: Path, name: str, sha256: str) -> str:
    """What is wrong with a part; of those that this build has written nothing is."""
    is_new = _new_path(building, name).exists()
    return "" if is_new else parts.problem(building.parent, name, sha256)


def _new_path(building: Path, name: str) -> Path:
    return new_parts(building) / f"{name}.parquet"


_MOST = 64
"""The largest vote."""
_ROWS = 10_000
_COLUMNS = (
    "runs", "benchmarks", "metrics", "ks", "items", "scores", "squares", "gains", "gain_squares"
)  # fmt: skip


def roll_up_votes(connection: duckdb.DuckDBPyConnection) -> None:
    """Add to `vote_score` what follows from `vote_pattern`: how the answers to each run's items divide."""
    patterns = sql.run(connection, "vote_patterns")
    rows = patterns.fetchmany(_ROWS)
    if not rows:
        return
    from reasonboard.ingest.snapshot.majority import Votes, majority_at  # noqa: PLC0415  (numpy takes a moment)

    sums: dict[tuple[str, str, str, int], list[float]] = defaultdict(lambda: [0.0] * 5)
    last, scores = None, {}
    while rows:
        for run, benchmark, metric, least, groups, silent, silent_right, items in rows:
            if (least, groups, silent, silent_right) != last:
                last = (least, groups, silent, silent_right)
                answers = [Votes(*group) for group in groups or ()]
                ks = sizes(least)
                shares = majority_at(answers, Votes(silent, silent_right), ks)
                scores = dict(zip(ks, shares, strict=True))
            for k, score in scores.items():
                gain = score - scores[1]
                sum_of = sums[run, benchmark, metric, k]
                for index, value in enumerate((1.0, score, score**2, gain, gain**2)):
                    sum_of[index] += items * value
        rows = patterns.fetchmany(_ROWS)
    columns = zip(
        *(
            (*key, round(n), *(part / n for part in rest))
            for key, (n, *rest) in sorted(sums.items())
        ),
        strict=True,
    )
    sql.run(connection, "vote_scores", dict(zip(_COLUMNS, map(list, columns), strict=True)))


def sizes(least: int) -> list[int]:
    """How many answers vote: 1, 2, 4 ... 64, and all of the least number of answers to an item."""
    most = min(least, _MOST)
    return sorted({*(2**power for power in range(most.bit_length())), most})
