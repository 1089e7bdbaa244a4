"""The file of a declared study: what it says is taken as it stands, and what is wrong is one line with its place."""

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.studies.own.declaration import DeclarationError, parse
from reasonboard.studies.own.study import study_of
from tests.conftest import EXAMPLES
from tests.studies.own.hostile import broken, toml

GOOD = """
path = "thinking-budget"
question = "What does a larger thinking budget buy?"
[rows]
metric = ["accuracy"]
where = { "source" = ["sweep"], "settings.budget" = [512, 0.5] }
[roles]
x = { column = "settings.budget", scale = "log2", unit = "tokens" }
color = "model"
panel = "benchmark"
filter = ["settings.temperature"]
average = ["seed"]
baseline = { "settings.budget" = 512 }
cost = "token_length"
views = ["lines", "heatmap", "frontier", "table"]
"""


def test_a_file_states_which_column_plays_which_role() -> None:
    declared = parse(GOOD.encode(), "study.toml")
    assert declared.path == "thinking-budget"
    assert declared.x.column == "settings.budget"
    assert declared.wanted == {"source": ("sweep",), "settings.budget": ("512", "0.5")}
    assert (declared.color, declared.panel) == ("model", "benchmark")
    assert declared.averaged == ("seed",)
    assert declared.baseline == "512"


def test_views_and_controls_follow_from_the_roles() -> None:
    study = study_of(parse(GOOD.encode(), "study.toml"))
    assert [view.name for view in study.views] == ["lines", "heatmap", "frontier"]
    names = [control.name for control in study.controls]
    assert {"benchmark", "model", "filter1", "panel", "series", "x", "compare"} <= set(names)
    assert len(set(names)) == len(names)
    assert study.evidence == ("panel", "series", "x")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('path = "thinking-budget"', "", "path is missing"),
        ("thinking-budget", "Thinking Budget", "path is 'Thinking Budget'"),
        ("thinking-budget", "../../etc", "path is '../../etc'"),
        ("thinking-budget", "a" * 41, "path is 'aaa"),
        ('"settings.budget", scale', '"budget", scale', "roles.x.column is 'budget'"),
        ("log2", "log7", "roles.x.scale is 'log7'"),
        ('unit = "tokens"', 'units = "tokens"', "roles.x.units is not understood"),
        ('color = "model"', 'colour = "model"', "roles.colour is not understood"),
        ('color = "model"', "color = 3", "roles.color is 3"),
        ('color = "model"', 'color = "benchmark"', "roles is 'benchmark in two roles'"),
        ('["seed"]', '["benchmark"]', "roles.average is 'benchmark'"),
        ('"frontier"', '"pie"', "roles.views is 'pie'"),
        ('cost = "token_length"', "", "roles.views is 'frontier'"),
        ('"settings.budget" = 512 }', '"model" = "x" }', "roles.baseline is {'model': 'x'}"),
        ("[512, 0.5]", "[nan]", "rows.where.'settings.budget'[0] is nan"),
        ("[512, 0.5]", "[]", "rows.where.'settings.budget' is []"),
        ("[rows]", '[rows]\nof = "words"', "rows.of is 'words'"),
        ("[rows]", '[rows]\nof = "answers"', "roles.y is None"),
        ("[rows]", "[rows", "study.toml:"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, place: str) -> None:
    with pytest.raises(DeclarationError) as refused:
        parse(GOOD.replace(old, new, 1).encode(), "study.toml")
    line = str(refused.value)
    assert line.startswith("study.toml:")
    assert place in line
    assert "(expected " in line
    assert "\n" not in line


def test_a_file_that_is_no_utf_8_or_too_large_is_refused() -> None:
    for content in (b'path = "\xff\xfe"', b"# " + b"x" * 70_000):
        with pytest.raises(DeclarationError, match="expected"):
            parse(content, "study.toml")


def test_sql_and_patterns_are_only_values() -> None:
    declared = parse(
        GOOD.replace('["sweep"]', '["x\'; DROP TABLE run; --", ".*"]').encode(), "study.toml"
    )
    assert declared.wanted["source"] == ("x'; DROP TABLE run; --", ".*")


_PLACES = [
    ("path",), ("name",), ("question",), ("lead",), ("rows",), ("roles",), ("rows", "of"), ("rows", "metric"),
    ("rows", "where"), ("rows", "where", "settings.budget"), ("roles", "x"), ("roles", "x", "column"),
    ("roles", "x", "scale"), ("roles", "x", "order"), ("roles", "y"), ("roles", "color"), ("roles", "panel"),
    ("roles", "filter"), ("roles", "average"), ("roles", "baseline"), ("roles", "cost"), ("roles", "views"),
]  # fmt: skip
_VALUES = st.recursive(
    st.none().map(lambda _: "")
    | st.text(max_size=30)
    | st.integers()
    | st.floats()
    | st.booleans()
    | st.sampled_from(
        ["' OR 1=1 --", "\u202egnirts", "a\x00b", "x" * 3000, "settings.", "SETTINGS.a"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(place=st.sampled_from(_PLACES), value=_VALUES)
def test_any_value_at_any_place_is_taken_or_refused_in_one_line(
    place: tuple[str, ...], value: Any
) -> None:
    about = tomllib.loads(GOOD)
    *path, last = place
    table = about
    for name in path:
        table = table[name]
    table[last] = value
    assert _refusal(toml(about).encode("utf-8", "surrogatepass")).count("\n") == 0


def _refusal(content: bytes) -> str:
    """Why a file is refused; '' where it makes a page."""
    try:
        return "" if study_of(parse(content, "study.toml")).views else "a page without views\n"
    except DeclarationError as error:
        return str(error) if "(expected " in str(error) else "nothing was expected\n"


def test_every_broken_or_hostile_file_is_refused_in_one_line_with_its_place() -> None:
    refused: dict[bytes, str] = {}
    for path in sorted(EXAMPLES.glob("*.toml")):
        for content, place in broken(tomllib.loads(path.read_text())):
            line = re.sub(r"^study\.toml:\d+:\d+:", "study.toml:", _refusal(content))
            refused[content] = line
            assert line.startswith(f"study.toml: {place}"), (content, line)
            assert line.count("\n") == 0
            assert line.isprintable()
            assert len(line) < 400, line
    assert len(refused) > 500


@given(content=st.binary(max_size=300))
def test_any_bytes_are_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(DeclarationError) as refused:
        parse(content, "study.toml")
    assert "\n" not in str(refused.value)
