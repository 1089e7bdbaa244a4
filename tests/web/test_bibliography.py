"""The sources of a study as a BibTeX file over HTTP."""

import pytest
from flask.testing import FlaskClient

from reasonboard.studies import STUDIES
from tests.export.parsing import parsed, plain


@pytest.mark.parametrize("path", [study.path for study in STUDIES])
def test_every_study_gives_an_entry_for_each_of_its_sources(
    client: FlaskClient, bundled: None, path: str
) -> None:
    study = next(one for one in STUDIES if one.path == path)
    answer = client.get(f"/api/sources.bib?study={path}")
    assert answer.status_code == 200
    assert answer.content_type == "application/x-bibtex; charset=utf-8"
    found = parsed(answer.text)
    rows = study.sources(study.defaults())
    assert [plain(entry.fields["title"]) for entry in found] == [
        row["bibtex"]["fields"]["title"] for row in rows
    ]
    assert len({entry.key.lower() for entry in found}) == len(rows) > 0


def test_without_a_study_it_gives_all_sources(client: FlaskClient) -> None:
    assert len(parsed(client.get("/api/sources.bib").text)) == 13


def test_a_described_figure_is_never_cited_as_the_paper_itself(client: FlaskClient) -> None:
    entries = {entry.key: entry.fields for entry in parsed(client.get("/api/sources.bib").text)}
    captions = [fields["note"] for key, fields in entries.items() if key.endswith("-caption")]
    assert len(captions) == 5
    assert all("written description" in note for note in captions)
    assert (
        "numbers here: made up to illustrate a trend" in entries["liu2024acemath-caption"]["note"]
    )


@pytest.mark.parametrize(
    "study_path",
    ["nonsense", "", "../kv-cache", "%00", "KV-CACHE", "%3Cscript%3E", "x" * 9000, "kv-cache%0d%0aX-A:%20b"],
    ids=lambda study_path: study_path[:20],
)  # fmt: skip
def test_an_unknown_study_is_not_found_and_not_repeated(
    client: FlaskClient, study_path: str
) -> None:
    answer = client.get(f"/api/sources.bib?study={study_path}")
    assert answer.status_code == 404
    assert answer.mimetype == "text/plain"
    assert answer.text.startswith("Unknown study. Available: models, scale-progress, ")
    assert answer.text.count("\n") == 1


def test_what_did_not_change_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/api/sources.bib?study=kv-cache")
    again = client.get(
        "/api/sources.bib?study=kv-cache", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    other = client.get(
        "/api/sources.bib?study=data", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert other.status_code == 200


def test_it_is_served_under_the_prefix(prefixed: FlaskClient) -> None:
    assert prefixed.get("/results/api/sources.bib").status_code == 200
    assert prefixed.get("/api/sources.bib").status_code == 404
