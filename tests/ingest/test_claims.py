"""Claims in the TOML of a source of one's own: tested on its numbers, refused in one line where unsound."""

import shutil
from pathlib import Path

import pytest

from reasonboard.core import insights
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import cache, snapshots
from reasonboard.studies import STUDIES
from tests.conftest import Given

pytestmark = pytest.mark.usefixtures("studies_made")

KV_CACHE = next(study for study in STUDIES if study.path == "kv-cache")
CLAIM = """
[[claims]]
section = "Abstract"
text = "A window of 2,000 beats one of 500."
check = "order"
column = "kv_window"
first = 2000
match = ["benchmark", "kv_ratio"]
"""


@pytest.fixture
def own(given: Given, tmp_path: Path) -> Path:
    """The folder of a source of one's own, with a claim."""
    folder = given(
        "kv-cache",
        mine=[
            {"kv_window": window, "kv_ratio": 0.1, "value": value, "n_items": 500}
            for window, value in ((500, 0.4), (2000, 0.6))
        ],
    )
    shutil.copytree(folder / "data", tmp_path / "data")
    toml = tmp_path / "data" / "mine.toml"
    toml.write_text(toml.read_text() + CLAIM)
    return tmp_path


def test_a_claim_of_a_source_of_ones_own_is_tested(own: Path) -> None:
    publish(own / "data", own / "store")
    snapshots.use(own / "store")
    cache.forget()
    (claim,) = insights.claims(KV_CACHE, KV_CACHE.defaults())
    assert (claim.source, claim.section) == ("mine", "Abstract")
    assert claim.checked.outcome == "holds"
    assert "60.0% against 40.0%" in claim.checked.words


def test_a_claim_that_speaks_of_numbers_that_are_not_loaded_cannot_be_checked(own: Path) -> None:
    toml = own / "data" / "mine.toml"
    toml.write_text('tested_on = "theirs"\n' + toml.read_text())
    publish(own / "data", own / "store")
    snapshots.use(own / "store")
    cache.forget()
    (claim,) = insights.claims(KV_CACHE, KV_CACHE.defaults())
    assert claim.checked.outcome == "cannot be checked"
    assert claim.checked.words == "Its numbers are not loaded."


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("study =", "tested_on = 1\nstudy =", "tested_on is 1 (expected the name of a source)"),
        ('"order"', '"best"', "claim 1: check is 'best' (expected one of range"),
        ('"kv_window"', '"kv_windows"', "claim 1: column is 'kv_windows' (expected one of model"),
        ('"order"', '"count"', "claim 1: check is 'count' (expected one of range, trend, order)"),
        (
            "first = 2000\n",
            "sequence = [2000, 500]\n",
            "claim 1: order has sequence (expected check, column, direction",
        ),
        ('check = "order"\n', "", "claim 1: check is None (expected one of range"),
        (
            'section = "Abstract"\n',
            "",
            "claim 1 has text, check, column, first, match (expected section",
        ),
    ],
)
def test_an_unsound_claim_is_refused_in_one_line(own: Path, old: str, new: str, wrong: str) -> None:
    toml = own / "data" / "mine.toml"
    toml.write_text(toml.read_text().replace(old, new))
    with pytest.raises(IngestError) as error:
        publish(own / "data", own / "store")
    assert str(error.value).startswith(f"{toml}: {wrong}")
    assert "\n" not in str(error.value)
