"""A store of one's own and a table of two runs, for tests of loads."""

from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.ingest.loading.load import load
from reasonboard.ingest.loading.report import Report
from reasonboard.store import snapshots
from reasonboard.store.connections import connect, connect_with_answers

HEADER = "model,benchmark,iteration,metric,value,n,unit\n"
ROWS = "org/my-7b,MATH500,0,accuracy,43.7,500,percent\norg/my-7b,MATH500,40,accuracy,81.4,500,percent\n"


class Mine(NamedTuple):
    """A store of one's own, and a folder for the files that are loaded into it."""

    data: Path
    store: Path
    folder: Path

    def table(self, text: str = HEADER + ROWS, name: str = "rl.csv") -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def load(self, *paths: str, name: str = "mine", **options: Any) -> Report:
        return load(self.data, self.store, paths or [self.table()], name=name, **options)

    def query(self, sql: str) -> list[tuple[object, ...]]:
        with connect_with_answers(self.version().path) as connection:
            return connection.execute(sql).fetchall()

    def query_tables(self, sql: str) -> list[tuple[object, ...]]:
        """The same where the parts of the store are damaged."""
        with connect(self.version().path) as connection:
            return connection.execute(sql).fetchall()

    def version(self) -> snapshots.Snapshot:
        return snapshots.current(self.store)
