"""What a figure is titled where it stands alone: the models that are in it, and of many how many there are."""

from itertools import product

import pytest

from reasonboard.charts.theme import Figure, figure
from reasonboard.core.figure_words import provenance_of, sources_in, title_of
from reasonboard.studies import BY_PATH, STUDIES

MODELS = BY_PATH["models"]
GRID = MODELS.views[0]


def drawn(*names: str, heading: str = "What it shows") -> Figure:
    chart = figure([{"text": [f"{name}: 41%" for name in names]}], {}, height=10, summary="")
    chart["layout"]["meta"]["heading"] = heading
    return chart


def titles(chart: Figure, *names: str, own: tuple[str, ...] = ()) -> dict[str, str]:
    rows = [{"model": name, "source": "s", "own": name in own} for name in names]
    return title_of(MODELS, GRID, MODELS.defaults(), chart, rows, [])


@pytest.mark.usefixtures("bundled")
def test_a_title_names_up_to_three_models() -> None:
    assert titles(drawn("a"), "a")["titled"] == "What it shows · a"
    assert titles(drawn("a", "b"), "a", "b")["titled"] == "What it shows · a and b"
    three = titles(drawn("a", "b", "c"), "a", "b", "c")
    assert three["titled"] == "What it shows · a, b and c"
    assert (three["named"], three["models"]) == ("a b c", "")


@pytest.mark.usefixtures("bundled")
def test_of_more_it_says_how_many_and_a_line_names_them_own_ones_first() -> None:
    names = [f"m{number}-7b" for number in range(15)]
    many = titles(drawn(*names), *names)
    assert many["titled"] == "What it shows · 15 models"
    assert many["models"] == f"Models: {', '.join(names[:12])} and 3 more"
    own = titles(drawn(*names), *names, own=("m14-7b",))
    assert own["titled"] == "What it shows · m14-7b and 14 other models"
    assert own["models"].startswith("Models: m14-7b, m0-7b, ")


@pytest.mark.usefixtures("bundled")
def test_a_heading_that_names_them_stays_as_it_is() -> None:
    chart = drawn("a-7b", "b-7b", heading="a-7b is above b-7b")
    assert titles(chart, "a-7b", "b-7b")["titled"] == "a-7b is above b-7b"


@pytest.mark.usefixtures("bundled")
def test_only_models_that_the_figure_shows_are_named() -> None:
    assert titles(drawn("a-7b"), "a-7b", "b-7b")["titled"] == "What it shows · a-7b"
    # One begins as the other does, and is not there.
    assert titles(drawn("a-7b-awq"), "a-7b", "a-7b-awq")["titled"] == "What it shows · a-7b-awq"
    # Lines of one run need no name in the figure, and the name of the source is none of a model.
    assert titles(drawn("x"), "a-7b", "b-7b")["titled"] == "What it shows · a-7b and b-7b"
    assert titles(drawn("s"), "s", "b-7b")["titled"] == "What it shows · s and b-7b"


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("study", STUDIES, ids=[study.path for study in STUDIES])
def test_every_chart_of_models_is_titled_by_them(study: object) -> None:
    (of,) = [one for one in STUDIES if one is study]
    values = of.defaults()
    for view in of.views:
        meta = of.answer(view, values, 4).figure["layout"]["meta"]
        heading = meta.get("heading") or view.title
        assert meta["titled"].startswith(heading)
        assert "of_models" not in meta
        rows = of.view_rows(view, values)
        if any(row.get("model") for row in rows) or of.swaps:
            assert meta["titled"] != heading or any(
                str(row.get("model") or row["name_a"].partition(" · ")[0]) in heading
                for row in rows
            ), view.name
        assert meta["named"]


@pytest.mark.usefixtures("bundled")
def test_a_pair_is_titled_by_both_with_their_letters() -> None:
    pair = BY_PATH["pair"]
    view = pair.views[0]
    meta = pair.answer(view, pair.defaults(), 4).figure["layout"]["meta"]
    assert meta["titled"].endswith(" · A Qwen-2.5-32B · after RL, B Qwen-2.5-14B · after RL")


@pytest.mark.usefixtures("bundled")
def test_only_sources_of_the_figure_are_named_under_it() -> None:
    values = MODELS.defaults()
    sources = {row["id"]: row["citation"] for row in MODELS.sources(values)}
    one, other = list(sources)[:2]

    def named(*ids: str) -> str:
        return provenance_of(MODELS, GRID, values, [], set(ids), set())["source"]

    assert sources[one] in named(one)
    assert sources[other] not in named(one)
    assert named() == named("unknown")
    assert all(sources[id] in named(*sources) for id in sources)


def test_rows_tell_their_sources_in_four_ways() -> None:
    rows: list[dict[str, object]] = [
        {"source": "a"},
        {"source": None, "sources": ["b", "c"]},
        {"key": "d/org/model"},
        {"a": {"key": "e/x"}, "b": {"key": "f/x"}},
    ]
    assert sources_in(rows) == set("abcdef")
    # With a row that does not tell its own they are not known.
    assert not sources_in([*rows, {"a": "False", "b": None, "source": None}])


@pytest.mark.usefixtures("bundled")
def test_a_control_that_is_off_is_no_filter() -> None:
    for study in STUDIES:
        values = study.defaults()
        for view, words in product(study.views, ("nothing", "Only: None", "Panels: None")):
            assert words not in provenance_of(study, view, values, [], set(), set())[
                "filters"
            ].split(" · ")
