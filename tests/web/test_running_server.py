"""A running server takes up every change of the store, and what names a version of the data keeps to it."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from reasonboard.ingest.loading.load import load, remove
from reasonboard.ingest.snapshot.publish import rollback
from reasonboard.store import snapshots
from reasonboard.store.serving import addresses
from tests.serving import serving

TABLE = """model,benchmark,kv_window,kv_ratio,metric,value,n,unit
org/my-7b,MATH500,500,0.1,accuracy,{value},500,percent
"""
EXPORT = "/api/kv-cache/grid.csv"
READERS = 16
"""More than two workers have threads, so that each of them has answered from the data before."""
PATIENCE = 20.0


class Readers:
    """People with open connections to a server, most of them idle."""

    def __init__(self, address: str) -> None:
        self.address = address
        host = urlsplit(address).netloc
        self._connections = [HTTPConnection(host, timeout=30) for _ in range(READERS)]
        self._pool = ThreadPoolExecutor(READERS)

    def versions(self, path: str = EXPORT) -> list[tuple[int, str]]:
        """The status of an export, and the version of the data in the name of its file, for each reader at once."""
        return list(
            self._pool.map(lambda connection: self._version(connection, path), self._connections)
        )

    def first_three(self, path: str) -> list[tuple[int, str]]:
        """The same for some readers, one after the other."""
        return [
            self._version(connection, path)
            for connection in self._connections[:3]
            for _ in range(4)
        ]

    def until(self, version: str, path: str = EXPORT) -> None:
        """Return when everybody is answered from this version; fail when that takes too long."""
        end = time.monotonic() + PATIENCE
        while set(self._answered(path)) != {(200, version)}:
            assert time.monotonic() < end, (version, self.versions(path))
            time.sleep(0.2)

    def close(self) -> None:
        self._pool.shutdown()
        for connection in self._connections:
            connection.close()

    def _answered(self, path: str) -> list[tuple[int, str]]:
        """What those were told whom the server did not ask to come back later."""
        return [version for version in self.versions(path) if version[0] != 503]

    @staticmethod
    def _version(connection: HTTPConnection, path: str) -> tuple[int, str]:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        named = re.search(r"-([0-9a-f]{7})\.csv", answer.headers.get("Content-Disposition", ""))
        return answer.status, named[1] if named else ""


@pytest.fixture
def readers(small_store: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    """Readers of a server with two workers on `small_store`."""
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    with serving(small_store, settings={"REASONBOARD_WORKERS": "2"}) as address:
        readers = Readers(address)
        yield readers
        readers.close()


def put(data: Path, store: Path, value: float) -> str:
    path = data.parent / "mine.csv"
    path.write_text(TABLE.format(value=value))
    return load(data, store, [str(path)], name="mine", replace=True).version


def test_a_server_follows_loads_removals_and_rollbacks(
    readers: Readers, small_store: Path, data: Path
) -> None:
    plain = snapshots.current(small_store).version
    readers.until(plain)
    assert addresses(small_store) == [
        readers.address
    ]  # for commands, which say where a load is shown
    loaded = put(data, small_store, 41.0)
    readers.until(loaded)
    remove(data, small_store, ["mine"])
    readers.until(plain)  # the version that there was before, in another file
    assert rollback(data, small_store) == loaded
    readers.until(loaded)


@pytest.mark.long
def test_an_address_keeps_to_the_data_that_it_names_after_a_load(
    readers: Readers, small_store: Path, data: Path
) -> None:
    old = put(data, small_store, 41.0)
    readers.until(old)
    new = put(data, small_store, 42.0)
    time.sleep(2 * snapshots._FRESH)
    # Threads that are not asked now still have the data before open: the address shares it with them.
    assert set(readers.first_three(f"{EXPORT}?data={old}")) == {(200, old)}
    readers.until(new)
    assert set(readers.first_three(f"{EXPORT}?data={old}")) == {(200, old)}
