"""Addresses of any length, sent to the server as its command starts it."""

from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from reasonboard.core.url_state import LONGEST
from tests.serving import serving

PAGE, TABLE = "/kv-cache", "/api/kv-cache/by_window.csv"


@pytest.fixture(scope="module")
def host(bundled_store: Path) -> Iterator[str]:
    with serving(bundled_store) as found:
        yield urlsplit(found).netloc


def answer(host: str, path: str, search: str) -> tuple[int, str]:
    """The status and the text for an address, read also where the server closed before all was sent."""
    connection = HTTPConnection(host, timeout=60)
    try:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.request("GET", f"{path}?{search}")
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def filled(length: int) -> str:
    """A query string of that length with one filter in it."""
    return "benchmark=AMC23".ljust(length, "&")


@pytest.mark.parametrize("path", [PAGE, TABLE])
def test_an_address_is_answered_up_to_its_longest(host: str, path: str) -> None:
    status, text = answer(host, path, filled(LONGEST))
    assert status == 200
    assert "AMC23" in text
    assert "AIME24" not in text or path == PAGE


def test_a_longer_one_is_refused_with_the_limit_and_a_page_shows_its_defaults(host: str) -> None:
    status, text = answer(host, TABLE, filled(LONGEST + 1))
    assert status == 414
    assert text == "The query string has more than 8,000 bytes, the limit.\n"
    assert answer(host, PAGE, filled(LONGEST + 1))[0] == 200


@pytest.mark.parametrize("path", [PAGE, TABLE])
@pytest.mark.parametrize("length", [8_200, 20_000, 10_000_000])
def test_what_no_page_writes_is_refused_and_the_server_goes_on(
    host: str, path: str, length: int
) -> None:
    # Of what is sent after the limit nothing is read: the answer may be lost to a client that goes on sending.
    try:
        status, text = answer(host, path, filled(length))
    except ConnectionError:
        assert length > 100_000
    else:
        assert status == 414
        assert "URI Too Long" in text
        assert "Traceback" not in text
    assert answer(host, "/healthz", "")[0] == 200
