"""A dropped image over HTTP: where it leads, and why not."""

import json
from html import escape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.web.main import create_app
from reasonboard.web.security import LONGEST_BODY
from tests.export.test_metadata import HOSTILE, SVG, png


@pytest.fixture(scope="module")
def client(small_store_template: Path) -> FlaskClient:
    settings = {"REASONBOARD_STORE": str(small_store_template), "REASONBOARD_PREFIX": "/lab/"}
    return create_app(config.read(settings)).test_client()


def test_an_image_leads_to_its_page_under_the_prefix(client: FlaskClient) -> None:
    address = "/kv-cache?benchmark=AIME24&data=481b51e"
    view = {"address": address}
    for image in (png(json.dumps(view)), SVG.format(escape(json.dumps(view))).encode()):
        answer = client.post("/lab/api/open", data=image)
        assert answer.json == {"address": f"/lab{address}", "notice": ""}
        cut = client.post("/lab/api/open", data=image[:-7] + b"\0" * 50_000)
        assert cut.json == answer.json


@pytest.mark.parametrize("metadata", [*HOSTILE, {"address": "/nonsense"}], ids=repr)
def test_an_image_that_leads_nowhere_is_answered_in_one_line(
    client: FlaskClient, metadata: object
) -> None:
    answer = client.post("/lab/api/open", data=png(json.dumps(metadata)))
    assert answer.json
    assert list(answer.json) == ["notice"]
    assert answer.json["notice"].startswith("This file does not say which view it shows: it ")
    assert len(answer.json["notice"].splitlines()) == 1


def test_large_bodies_other_sites_and_other_methods_are_refused(client: FlaskClient) -> None:
    large = client.post("/lab/api/open", data=b"\0" * (LONGEST_BODY + 1))
    foreign = client.post("/lab/api/open", data=b"", headers={"Sec-Fetch-Site": "cross-site"})
    codes = [large.status_code, foreign.status_code, client.get("/lab/api/open").status_code]
    assert codes == [413, 403, 404]
