"""What the studies say of their data, in SQL that stands beside them: no study is named here.

`takes.sql` selects, for every loaded run (`candidate`), what the study lacks of it, '' where it takes it; of several
the one of the lowest `rank` does. Of other loaded runs `tables.sql` of a study makes no rows. `tables.sql` makes the
tables that its pages read of the cells: each row is of one source (column `source`, `of_source`, `loaded_as` or `run`)
and follows from it alone, or from those too that share a place of `shared.sql` with it. `compared.sql` says what else
of a source can be compared with others, and `across.sql` makes what all sources have together: for `touched_source`,
so that a load costs what it loads. `pages.sql` makes the views and macros that only pages and declared studies read,
and `bundled.sql` what follows from bundled sources alone: once, in the snapshot. `declared.sql` makes the rows of the
declared studies in `declared_anew`. `shows.sql` says which sources a study shows that takes no runs. A long script is a
folder of files, as `pages/1_roles.sql`: they are read in the order of their names.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import duckdb

from reasonboard.ingest.scripts import sql

_STUDIES = files("reasonboard") / "studies"
_TABLE = re.compile(r"^CREATE TABLE (\w+)", re.MULTILINE)


@cache
def scripts(name: str) -> Mapping[str, str]:
    """The script `name` of every study that has one, by the path of the study."""
    return {
        folder.name.replace("_", "-"): script
        for folder in sorted(_STUDIES.iterdir(), key=lambda folder: folder.name)
        if (script := _script(folder, name))
    }


def _script(study: Traversable, name: str) -> str:
    """A script, or the files of the folder that is called so without `.sql`, in order; '' where there is neither."""
    folder = study / name.removesuffix(".sql")
    parts = sorted(folder.iterdir(), key=lambda part: part.name) if folder.is_dir() else []
    return "".join(part.read_text() for part in parts or [study / name] if part.is_file())


def choose_runs(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `study_need`: what each study lacks of a candidate, '' if it takes it, and the `axes` of its page."""
    needs = " UNION ALL BY NAME ".join(scripts("takes.sql").values())
    candidates = sql.text("candidates")
    connection.execute(f"CREATE TEMP TABLE study_need AS WITH candidate AS ({candidates}) {needs}")


def make_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables that the pages of the studies read.

    Those of a study that takes none of the runs of a load stay empty.
    """
    idle = {study for (study,) in sql.run(connection, "idle_studies").fetchall()}
    for study, script in scripts("tables.sql").items():
        if study not in idle:  # only to plan its script takes a while
            sql.execute(connection, script)
    sql.execute(connection, "CREATE TABLE shared_place (source TEXT, place TEXT)")
    for study, script in scripts("shared.sql").items():
        if study not in idle:
            connection.execute(f"INSERT INTO shared_place BY NAME {script}")
    shown = " UNION ALL BY NAME ".join(scripts("shows.sql").values())
    sql.execute(connection, f"CREATE VIEW shown_source AS {shown}")


def tables_of(name: str) -> list[str]:
    """The tables that the scripts `name` of the studies make."""
    return [table for script in scripts(name).values() for table in _TABLE.findall(script)]


def run_each(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Run the script `name` of every study that has one."""
    for script in scripts(name).values():
        sql.execute(connection, script)
