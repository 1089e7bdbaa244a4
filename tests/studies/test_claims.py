"""What becomes of every claim of the bundled sources, for every source that a page can show."""

import json

import pytest

from reasonboard.core import insights
from reasonboard.core.claims import check
from reasonboard.store import database
from reasonboard.store.claim_rule import Rule
from reasonboard.studies import STUDIES
from tests.data.bundle import ROOT

pytestmark = pytest.mark.usefixtures("bundled")
BY_PATH = {study.path: study for study in STUDIES}
SIGNS = {"holds": "h", "fails": "f", "cannot tell yet": "n", "cannot be checked": "-"}
OUTCOMES = {
    "scale-progress": "-nnnnn---",
    "iterations": "-fh--h------h-n-",
    "type-length": "h-n-hh-n---n",
    "prm-selection": "-hn-hnnh-h-hnnnnh-",
    "kv-cache": "hh--------nnnnfhhf",
}
"""Study to a sign for each claim, in the order of the page: each is tested on the data of its figure."""
ABOUT = {
    "scale-progress": "acemath-rm8-readings",
    "iterations": "kimi-k15-figure-5",
    "type-length": "meta-learning-logic",
    "prm-selection": "reasonflux-prm",
    "kv-cache": "dynts-readings",
}
"""Study to the source with the data of the figure that its caption describes."""
SOURCES = [
    *ABOUT.items(),
    *((path, f"caption-{path}") for path in ABOUT),
    ("scale-progress", "simplerl-zoo"),
]


@pytest.mark.parametrize("path", OUTCOMES)
def test_every_claim_has_its_outcome(path: str) -> None:
    study = BY_PATH[path]
    found = insights.claims(study, study.clean({"source": ABOUT[path]})[0])
    assert "".join(SIGNS[one.checked.outcome] for one in found) == OUTCOMES[path]


def test_a_claim_is_tested_on_the_data_of_its_figure_whatever_source_is_shown() -> None:
    for path, about in ABOUT.items():
        study = BY_PATH[path]
        of_figure = insights.claims(study, study.clean({"source": about})[0])
        of_caption = insights.claims(study, study.clean({"source": f"caption-{path}"})[0])
        assert of_caption
        assert all(claim in of_figure for claim in of_caption)


@pytest.mark.parametrize("source", ["pythia", "simplerl-zoo"])
def test_a_caption_about_reward_models_says_nothing_of_other_models(source: str) -> None:
    study = BY_PATH["scale-progress"]
    assert insights.claims(study, study.clean({"source": source})[0]) == ()


def test_that_72b_is_below_7b_is_undecided_where_no_difference_is_significant() -> None:
    study = BY_PATH["prm-selection"]
    (claim,) = [
        one
        for one in insights.claims(study, study.defaults())
        if one.text.startswith("Qwen2.5-Math-PRM gets worse with size")
    ]
    assert claim.checked.outcome == "cannot tell yet"
    assert claim.checked.words.startswith("0 of 2 comparisons are as claimed")


def test_no_filter_of_a_page_changes_an_outcome() -> None:
    for study in (BY_PATH[path] for path in OUTCOMES):
        first, last = (
            insights.claims(study, study.clean({"benchmark": [name], "mode": "gain"})[0])
            for name in ("GPQA", "AIME24")
        )
        assert first == last == insights.claims(study, study.defaults())


def test_the_docs_count_the_claims_that_have_a_test() -> None:
    rows = [row for path in OUTCOMES for row in database.query("core/claims", study=path)]
    tested = sum(bool(row["tested"]) for row in rows)
    words = (ROOT / "docs" / "reference" / "claims.md").read_text()
    assert f"Of the {len(rows)} bundled claims {tested} have a test." in words


def test_any_claim_can_be_asked_of_any_source() -> None:
    tested = {
        row["tested"]
        for path in OUTCOMES
        for row in database.query("core/claims", study=path)
        if row["tested"]
    }
    rules = [Rule.read(json.loads(text)) for text in sorted(tested)]
    for path, source in SOURCES:
        for rule in rules:
            rows = insights.claim_rows(BY_PATH[path], rule, source)
            assert check(rule, rows).words
