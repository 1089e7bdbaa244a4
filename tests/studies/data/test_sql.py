"""What the page of all data asks, on hand-written rows."""

from reasonboard.core.provenance import KIND_WORDS, kind_label
from reasonboard.store.database import Row, Rows, query
from reasonboard.studies.data.study import DATA
from reasonboard.web.api.files import provenance
from reasonboard.web.api.state import State
from tests.conftest import Given

ALL: dict[str, list[str]] = {"of": [], "source": [], "benchmark": [], "model": [], "kind": []}


def printed() -> Rows:
    return query("studies/data/printed")


def impossible(**chosen: list[str]) -> Rows:
    view = next(view for view in DATA.views if view.name == "off_grain")
    return DATA.view_rows(view, {**ALL, **chosen})


def test_printed_numbers_are_checked_against_their_own_count_or_that_of_most_others(
    given: Given,
) -> None:
    cell = {"kv_window": 500, "kv_ratio": 0.1}
    given(
        "kv-cache",
        counted=[
            cell | {"benchmark": "A", "value": 0.5, "n_items": 30, "n_repeats": 5},
            cell | {"benchmark": "A", "value": 0.4, "n_items": 30, "n_repeats": 5, "kv_ratio": 0.2},
            cell | {"benchmark": "A", "value": 0.3, "n_items": 10, "kv_ratio": 0.3},
        ],
        caption=[
            cell | {"benchmark": "A", "value": 0.437},
            cell | {"benchmark": "unknown", "value": 0.437},
            cell | {"benchmark": "A", "value": 0.2, "kind": "illustrative", "kv_ratio": 0.4},
            cell | {"benchmark": "A", "value": 0.1, "kind": "bound_low", "kv_ratio": 0.4},
        ],
    )
    found = {
        (row["source"], row["value"]): (row["n_items"], row["n_repeats"], row["n from"])
        for row in printed()
    }
    assert found == {
        ("counted", 0.5): (30, 5, "same source"),
        ("counted", 0.4): (30, 5, "same source"),
        ("counted", 0.3): (10, None, "same source"),
        ("caption", 0.437): (30, 5, "most common for this benchmark"),
    }
    # 43.7% of 150 would be 65.5.
    assert {row["source"] for row in impossible(source=["caption"])} == {"caption"}
    assert impossible(source=["counted"]) == impossible(of=["iterations"]) == []


def test_means_over_benchmarks_and_measured_numbers_are_not_printed_counts(given: Given) -> None:
    cell = {"kv_window": 500, "kv_ratio": 0.1, "n_items": 30}
    given(
        "kv-cache",
        aggregates=("Mean",),
        one=[
            cell | {"benchmark": "Mean", "value": 0.437},
            cell | {"benchmark": "A", "value": 0.437, "kind": "measured"},
        ],
    )
    assert printed() == []


def test_what_can_be_chosen_is_what_a_source_gives(given: Given) -> None:
    given(
        "kv-cache",
        one=[
            {"benchmark": "B", "model": "small", "value": 0.5},
            {"benchmark": "a", "model": "large", "value": 0.5, "kind": "measured"},
        ],
        two=[{"benchmark": "c", "model": "middle", "value": 0.1, "kind": "bound_low"}],
    )

    def values(name: str, **chosen: list[str]) -> list[str]:
        return [row["value"] for row in query(f"studies/data/{name}_choices", **ALL | chosen)]

    assert values("benchmark") == ["a", "B", "c"]
    assert values("benchmark", source=["one"]) == ["a", "B"]
    assert values("benchmark", of=["iterations"]) == []
    assert values("model") == ["large", "middle", "small"]
    assert values("model", source=["two"]) == ["middle"]
    assert values("kind") == ["measured", "stated", "bound_low"]


def test_a_page_of_rows_is_looked_for_in_as_few_of_them_as_it_stands_in(given: Given) -> None:
    def rows(model: str | None, *benchmarks: str) -> list[Row]:
        return [{"model": model, "benchmark": benchmark, "value": 0.5} for benchmark in benchmarks]

    given(
        "kv-cache",
        a=[*rows("m", "X", "X", "Y"), *rows("n", "X", "X")],
        b=[*rows("m", "X", "X"), *rows(None, "X")],
    )
    names = ("source", "benchmark", "model", "before", "total")

    def place(first: int, size: int, **chosen: list[str]) -> tuple[object, ...]:
        (row,) = query("studies/data/rows_places", **ALL | chosen, first=str(first), size=str(size))
        return tuple(
            sorted(row[name]) if isinstance(row[name], list) else row[name] for name in names
        )

    assert place(0, 2) == (["a"], ["X"], ["m"], 0, 8)
    assert place(1, 3) == (["a"], ["X"], ["m", "n"], 0, 8)
    assert place(3, 1) == (["a"], ["X"], ["n"], 2, 8)
    assert place(3, 2) == (["a"], ["X", "Y"], None, 0, 8)
    assert place(4, 1) == (["a"], ["Y"], ["m"], 4, 8)
    assert place(4, 2) == (["a", "b"], None, None, 0, 8)
    assert place(7, 9) == (["b"], ["X"], None, 5, 8)  # a model without a name is no choice
    assert place(8, 9) == (["b"], ["X"], None, 5, 8)
    assert place(1, 1, source=["b"], model=["m"]) == (["b"], ["X"], ["m"], 0, 2)
    assert place(0, 9, benchmark=["Z"]) == (None, None, None, 0, 0)


KINDS = ("measured", "stated", "approximate", "read_off", "illustrative")


def test_no_number_is_of_another_kind_than_its_source_gives_it(given: Given) -> None:
    """Each stands with its own kind in the bars, in the foot under them, in the table, and on the way out."""
    given(
        "kv-cache",
        one=[
            {
                "kv_window": 500,
                "kv_ratio": at / 10,
                "benchmark": kind,
                "value": 0.437,
                "n_items": 30,
            }
            | {"kind": kind}
            for at, kind in enumerate(KINDS)
        ],
    )
    expected = {kind: kind for kind in KINDS}
    for name in ("by_benchmark", "by_source"):
        rows = query(f"studies/data/{name}", **ALL)
        assert {row["kind"] for row in rows} == set(KINDS)
    by_benchmark = query("studies/data/by_benchmark", **ALL)
    assert {row["value"]: row["kind"] for row in by_benchmark} == expected
    assert {row["benchmark"]: row["kind"] for row in query("studies/data/rows", **ALL)} == expected
    assert {row["benchmark"]: row["kind"] for row in printed()} == {
        kind: kind for kind in KINDS if kind not in ("measured", "illustrative")
    }
    for kind in KINDS:
        values, notices = DATA.clean({"kind": [kind]})
        assert notices == {}
        state = State(DATA, DATA.views[0], values, "", [], 4)
        assert provenance(state, "/")["kinds"] == KIND_WORDS[kind]
        meta = DATA.answer(DATA.views[0], values, 4).figure["layout"]["meta"]
        assert meta["kinds"] == KIND_WORDS[kind]


def test_both_ends_of_a_range_are_one_kind_and_counts_of_runs_have_none(bundled: None) -> None:
    values, _ = DATA.clean({"source": ["caption-iterations"]})
    by_source, runs = (DATA.view(name) for name in ("by_source", "runs"))
    assert by_source is not None
    assert runs is not None
    meta = DATA.answer(by_source, values, 4).figure["layout"]["meta"]
    assert meta["kinds"] == "approximate (from text), range given in text"
    assert DATA.answer(runs, values, 4).figure["layout"]["meta"]["kinds"] == "no data"


def test_kinds_are_called_in_the_filter_as_everywhere_with_both_ends_of_a_range_apart(
    given: Given,
) -> None:
    cell = {"kv_window": 500, "benchmark": "A", "value": 0.5}
    kinds = {kind: 0.1 * place for place, kind in enumerate(KIND_WORDS, 1)}
    given("kv-cache", mine=[cell | {"kv_ratio": r, "kind": kind} for kind, r in kinds.items()])
    rows = query("studies/data/kind_choices")
    assert {row["value"]: row["label"] for row in rows} == {
        kind: kind_label(kind) for kind in kinds
    }
    assert len({row["label"] for row in rows}) == len(kinds)
