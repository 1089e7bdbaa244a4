"""What the search finds leads to a page that shows it and says nothing of invalid values."""

import pytest
from flask.testing import FlaskClient

from reasonboard.core import url_state
from reasonboard.core.control import Choice, Control, Values
from reasonboard.store import cache
from reasonboard.studies import LISTED, find
from reasonboard.studies.own.explore.study import EXPLORE
from tests.states import many


@pytest.mark.usefixtures("bundled")
def test_every_name_leads_to_a_state_that_is_valid(client: FlaskClient) -> None:
    found = client.get("/api/search.json").get_json()
    assert {one["words"] for one in found if one["kind"] == "Page"} == {
        one.name for one in (*LISTED, EXPLORE)
    }
    assert {
        "words": "GPQA",
        "kind": "Benchmark · Iterations",
        "href": "/iterations?source=kimi-k15-figure-5&benchmark=GPQA",
    } in found
    for one in found[:: many(10, 1)]:
        path, _, search = one["href"].removeprefix("/").partition("?")
        study = find(path)
        assert study
        values, notices = url_state.decode(study, search)
        assert notices == []
        assert not search or url_state.encode(study, values) == f"?{search}"


@pytest.mark.usefixtures("bundled")
def test_no_control_is_asked_after_the_last_whose_choices_are_found(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of Explore took seconds, once for each source."""
    asked, options = set(), Control.options

    def noted(control: Control, values: Values) -> list[Choice]:
        asked.add((values["study"], control.name))
        return options(control, values)

    monkeypatch.setattr(Control, "options", noted)
    cache.forget()
    client.get("/api/search.json")
    assert {name for path, name in asked if path == "explore"} == {"source"}


def test_what_is_known_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/api/search.json")
    again = client.get("/api/search.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
