"""What a PDF says of itself, and what is made of a hostile one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.export.metadata import MetadataError, origin
from reasonboard.web.images.browser import with_texts

SMALL = (
    b"%PDF-1.4\nxref\n0 1\ntrailer\n<</Size 7\n/Root 6 0 R\n/Info 1 0 R>>\nstartxref\n9\n%%EOF\n"
)
VIEW = json.dumps({"address": "/kv-cache?model=R1-Llama"})


def texts(title: str = "A title", view: str = VIEW) -> dict[str, str]:
    return {
        "Title": title, "Description": "filters", "Source": "Somebody", "Software": "Reasonboard",
        "reasonboard:view": view,
    }  # fmt: skip


def test_the_texts_stand_behind_the_file_and_lead_back() -> None:
    written = with_texts(SMALL, texts())
    assert written.startswith(SMALL)
    assert b"/Root 6 0 R /Info 7 0 R /Prev 9" in written
    at = int(written.rpartition(b"startxref\n")[2].split()[0])
    assert written[at:].startswith(b"xref\n7 1\n")
    place = int(written[at:].split(b"\n")[2][:10])
    assert written[place:].startswith(b"7 0 obj")
    assert origin(written) == ("kv-cache", "/kv-cache?model=R1-Llama")


@given(st.text())
def test_no_text_breaks_out_of_its_string(title: str) -> None:
    written = with_texts(SMALL, texts(title))
    assert written.count(b">>\nendobj") == 1
    assert origin(written).study == "kv-cache"


def test_a_file_without_a_trailer_is_refused() -> None:
    with pytest.raises(ValueError, match="no trailer"):
        with_texts(b"%PDF-1.7\n%%EOF", texts())


@pytest.mark.parametrize(
    "pdf",
    [b"%PDF-", b"%PDF-1.4\n/Keywords <FEFF00>", b"%PDF-1.4\n/Keywords <FEFFD800>",
     b"%PDF-1.4 /Keywords <FEFF" + b"0041" * 20_000 + b">",
     with_texts(SMALL, texts(view="{")), with_texts(SMALL, texts(view="[" * 9000)),
     with_texts(SMALL, texts(view='{"address": "//evil.example/x"}')),
     with_texts(SMALL, texts(view='{"address": "/../etc"}')),
     SMALL + b"/Keywords <FEFF0041>" + b" " * 200_000],
    ids=lambda pdf: str(len(pdf)),
)  # fmt: skip
def test_a_hostile_pdf_leads_nowhere(pdf: bytes) -> None:
    with pytest.raises(MetadataError):
        origin(pdf)
