"""How long a PDF of a sheet may take, and when it is refused before it is begun."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.web.images import service
from reasonboard.web.images.browser import LateError
from reasonboard.web.images.service import TooLargeError, chromium
from reasonboard.web.main import create_app
from reasonboard.web.sheet import routes
from reasonboard.web.sheet.routes import patience
from reasonboard.web.sheet.sheet import MOST

pytestmark = pytest.mark.usefixtures("bundled")
TWO = "/api/sheet.pdf?item=kv-cache/grid&item=iterations/grid"


def chart(megabytes: float) -> dict[str, Any]:
    return {"data": [{"text": "x" * round(megabytes * 1e6)}]}


@pytest.fixture
def client(bundled_store: Any) -> Iterator[FlaskClient]:
    chromium()
    with create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client() as made:
        yield made


def test_a_pdf_has_time_by_the_views_of_its_sheet() -> None:
    times = [patience([chart(0.01)] * number) for number in (1, 2, 20, MOST)]
    assert times == sorted(set(times))
    assert times[2] - times[0] > 19
    assert patience([chart(0.5)] * 2) > patience([chart(0.1)] * 2)
    assert patience([]) > 0


def test_what_could_not_end_is_refused_with_the_number_of_views_that_can() -> None:
    with pytest.raises(TooLargeError, match=r"These 20 views .*: at most (\d+), ") as refused:
        patience([chart(1)] * 20)
    most = int(str(refused.value).partition("at most ")[2].partition(",")[0])
    assert patience([chart(1)] * most) <= routes.LONGEST
    with pytest.raises(TooLargeError):
        patience([chart(1)] * (most + 1))
    assert patience([chart(20)]) == routes.LONGEST  # of one there cannot be fewer


def test_a_sheet_of_too_much_is_no_work_for_the_browser(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[float] = []

    def note(_: bytes, seconds: float) -> bytes:
        printed.append(seconds)
        return b"%PDF"

    monkeypatch.setattr(service, "printed", note)
    assert client.get(TWO).data == b"%PDF"
    monkeypatch.setattr(routes, "_OF_A_CHART", 100.0)
    refused = client.get(TWO)
    assert (refused.status_code, "at most 1, " in refused.text) == (413, True)
    assert "Retry-After" not in refused.headers
    assert len(printed) == 1


def test_a_pdf_that_was_not_ready_in_time_asks_for_fewer_views(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not to try again: that takes as long."""

    class Late:
        def printed(self, *_: object) -> bytes:
            raise LateError

    monkeypatch.setattr(service, "_drawer", Late)
    late = client.get(TWO)
    assert (late.status_code, "fewer views" in late.text) == (413, True)
    assert "Retry-After" not in late.headers
