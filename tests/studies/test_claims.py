"""What becomes of every claim of the bundled sources, for every source that a page can show."""

import json

import pytest

from reasonboard.core import insights
from reasonboard.core.claims import check
from reasonboard.store import database
from reasonboard.store.claim_rule import Rule
from reasonboard.studies import STUDIES

pytestmark = pytest.mark.usefixtures("bundled")
BY_PATH = {study.path: study for study in STUDIES}
SIGNS = {"holds": "h", "fails": "f", "not resolved": "n", "cannot be checked": "-"}
OUTCOMES = {
    ("scale-progress", "pythia"): "ffhnfnn--",
    ("scale-progress", "acemath-rm8-readings"): "-nnnnn---",
    ("scale-progress", "simplerl-zoo"): "nnnnn----",
    ("scale-progress", "caption-scale-progress"): "---------",
    ("iterations", "kimi-k15-figure-5"): "ffhfhhfhf-h-h-n-",
    ("iterations", "caption-iterations"): "-hh-------------",
    ("type-length", "meta-learning-logic"): "hnnfhhhff--n",
    ("type-length", "caption-type-length"): "---hh-h-----",
    ("prm-selection", "reasonflux-prm"): "-hn-hnnh-h-hfnnn-",
    ("prm-selection", "caption-prm-selection"): "-hn-nnnh-n-hfnnh-",
    ("kv-cache", "dynts-readings"): "hhnnfnn---nnnnfhhf",
    ("kv-cache", "caption-kv-cache"): "nnnnfnn---n---hhfh",
}
"""Study and source to a sign for each claim, in the order of the page."""


@pytest.mark.parametrize(("path", "source"), OUTCOMES)
def test_every_claim_has_its_outcome(path: str, source: str) -> None:
    study = BY_PATH[path]
    found = insights.claims(study, study.clean({"source": source})[0])
    assert "".join(SIGNS[one.checked.outcome] for one in found) == OUTCOMES[path, source]


def test_no_filter_of_a_page_changes_an_outcome() -> None:
    for study in (BY_PATH[path] for path in {path for path, _ in OUTCOMES}):
        first, last = (
            insights.claims(study, study.clean({"benchmark": [name], "mode": "gain"})[0])
            for name in ("GPQA", "AIME24")
        )
        assert first == last == insights.claims(study, study.defaults())


def test_any_claim_can_be_asked_of_any_source() -> None:
    tested = {
        row["tested"]
        for path, _ in OUTCOMES
        for row in database.query("core/claims", study=path)
        if row["tested"]
    }
    rules = [Rule.read(json.loads(text)) for text in sorted(tested)]
    assert len(rules) > 50
    for path, source in OUTCOMES:
        if source == "pythia":
            continue  # as the other sources of its study, and much larger
        for rule in rules:
            rows = insights.claim_rows(BY_PATH[path], rule, source)
            assert check(rule, rows).words
