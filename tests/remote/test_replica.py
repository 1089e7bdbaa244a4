"""`reasonboard serve --from URL`: pages stay, and change with what is published."""

import threading
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from reasonboard.remote.publish import publish
from reasonboard.store.places.place import Place
from tests.remote.conftest import Loaded
from tests.serving import serving

pytestmark = pytest.mark.usefixtures("studies_made")


class Reader(threading.Thread):
    """Reads a page again and again, and notes what went wrong."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address = address
        self.ended = threading.Event()
        self.pages = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self.ended.wait(0.05):
            try:
                with urlopen(self._address, timeout=20) as answer:
                    text = answer.read().decode()
                    self.pages += 1
                    if "</html>" not in text:
                        self.wrong.append("a torn page")
            except OSError as error:
                self.wrong.append(str(error))


def rows(address: str, search: str = "?source=b") -> str:
    """The rows of the list of all numbers, of the load b alone, as the replica has them."""
    with urlopen(f"{address}api/data/by_source.csv{search}", timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("scheme", ["s3"])
def test_a_replica_takes_over_a_publish_while_pages_are_read(
    url: str, place: Place, loaded: Loaded, data: Path, store: Path, tmp_path: Path
) -> None:
    loaded("a", 10)
    first = publish(place, data, store).version
    log = tmp_path / "log"
    settings = {"REASONBOARD_DATA": str(data), "REASONBOARD_PULL_SECONDS": "1"}
    replica = tmp_path / "replica"
    with serving(replica, log=log, settings=settings, arguments=["--from", url]) as address:
        reader = Reader(address)
        reader.start()
        loaded("b", 20)
        version = publish(place, data, store).version
        until = time.monotonic() + 60
        while not list(replica.glob(f"results-*-{version}.duckdb")):
            assert time.monotonic() < until
            time.sleep(0.1)
        while "lab/b" not in rows(address):
            assert time.monotonic() < until
            time.sleep(0.2)
        # An address that names a version works on a replica as where it was made.
        assert "lab/b" in rows(address, f"?data={version}")
        kept = rows(address, f"?data={first}")
        assert "lab/a" in kept
        assert "lab/b" not in kept
        reader.ended.set()
        reader.join()
    assert reader.pages
    assert reader.wrong == []
    assert log.read_text().count("\n") == 1  # where it is, and no problem


@pytest.mark.long
def test_a_replica_whose_place_is_away_answers_and_says_so_once(
    tmp_path: Path, data: Path, small_store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = {"REASONBOARD_DATA": str(data), "REASONBOARD_PULL_SECONDS": "1"}
    url = f"file://{tmp_path}/unmounted"
    with serving(small_store, settings=settings, arguments=["--from", url]) as address:
        time.sleep(5)
        with urlopen(address, timeout=20) as answer:
            assert answer.status == 200
    assert capfd.readouterr().err == (
        f"reasonboard: {url}: no such folder (expected an existing one). Serving the last copy.\n"
    )
