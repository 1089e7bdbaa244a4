"""The YAML that is read: what PyYAML's safe loader says of the same text, or a refusal."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.errors import IngestError
from tests.ingest.readers.found import put

TEXTS = [
    "a: 1\nb: -2.5\nc: 1e-06\nd: text with spaces\ne: 'it''s'\nf: \"tab\\t and \\u00e9\"\n",
    "a: ~\nb: null\nc:\nd: true\ne: false\nf: []\ng: {}\n",
    "# first\n---\na: x # after\nb: 'x # not'\nc: http://x.org/y#z\n",
    "- a\n- 1\n- b: 2\n  c: 3\n-\n  d: 4\n- - 1\n  - 2\n",
    "a:\n- 1\n- 2\nb:\n  - 3\nc: 4\n",
    "a:\n  b:\n    c: deep\n  d: e\nf: g\n",
    "a: plain that\n  goes on\n  twice\nb: 'quoted that\n  goes on'\n",
    "\"a key\": 1\n'other key': 2\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_it_says_what_the_safe_loader_says(tmp_path: Path, text: str) -> None:
    expected = yaml.safe_load(text.replace("1e-06", "1.0e-06"))
    assert yaml_file.parse(put(tmp_path / "a.yaml", text)) == expected


def test_digits_that_versions_of_yaml_read_differently_stay_a_text(tmp_path: Path) -> None:
    text = "a: 08\nb: 1_000\nc: 1e-5\nd: nUlL\n"
    assert yaml_file.parse(put(tmp_path / "a.yaml", text)) == {
        "a": "08", "b": "1_000", "c": 1e-5, "d": "nUlL",
    }  # fmt: skip


def test_a_date_stays_a_text(tmp_path: Path) -> None:
    assert yaml_file.parse(put(tmp_path / "a.yaml", "a: 2026-09-10\n")) == {"a": "2026-09-10"}


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    assert yaml_file.parse(put(tmp_path / "a.yaml", "# nothing\n\n")) is None


PLAIN = st.text(st.characters(codec="ascii", categories=["L", "Zs"]), max_size=12) | st.integers(
    -(10**9), 10**9
)
TREES = st.recursive(
    PLAIN | st.none() | st.booleans(),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(
            st.from_regex(r"[a-z]{3,8}", fullmatch=True), inner, min_size=1, max_size=3
        )
    ),
    max_leaves=12,
)


@given(tree=TREES)
def test_what_a_tool_dumps_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, tree: object
) -> None:
    text = yaml.safe_dump(tree, default_flow_style=False, width=30)
    text = text.removesuffix("...\n")
    assert yaml_file.parse(put(tmp_path_factory.mktemp("y") / "a.yaml", text)) == tree


@given(text=st.text("ab: -'\"\n#|>&*![]{}0.\t", max_size=40))
def test_any_text_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    message = "expected"
    try:
        yaml_file.parse(put(tmp_path_factory.mktemp("y") / "a.yaml", text))
    except IngestError as error:
        message = str(error)
    assert "expected" in message
    assert "\n" not in message
