"""A run is an event, made at a time, of a build, as a repeat: those of one build are their mean, else the newest is."""

import json
import os
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import alias, remove
from reasonboard.ingest.names import aliases
from reasonboard.web.loads import outcome
from tests.ingest.mine import Mine

NIGHT = 1749900000.0
"""A time in June 2025, as the harness writes a date."""
DAY = 86400.0
HEADER = "model,benchmark,date,build,repeat,seed,value,n,unit\n"
CELL = "round(value, 6), coalesce(len(repeat_runs), 1), n_runs, n_seeds, n_items"
"""Value, number of values, of runs ever, of seeds and of items of a cell."""


def results(mine: Mine, name: str, date: float | None, score: float, **stated: Any) -> str:
    """A results file of lm-evaluation-harness; `engine` is the version of vLLM, the rest are settings."""
    path = mine.folder / f"{name}.json"
    engine = stated.pop("engine", None)
    document: dict[str, Any] = {
        "results": {"kite": {"exact_match,none": score}},
        "configs": {"kite": {"task": "kite"}},
        "n-samples": {"kite": {"original": 200, "effective": 200}},
        "config": {"model": "vllm", "model_args": "pretrained=lab/plum-7b", **stated},
        "model_name": "lab/plum-7b",
        "lm_eval_version": "0.4.13",
        "transformers_version": "5.23.0",
    }
    document |= {"date": date} if date else {}
    document |= {"pretty_env_info": f"[pip3] vllm=={engine}"} if engine else {}
    path.write_text(json.dumps(document))
    return str(path)


def rows(mine: Mine, *lines: str) -> str:
    """A table of numbers of plum-7b on kite: date, build, repeat, seed, value."""
    return mine.table(
        HEADER + "".join(f"plum-7b,kite,{line},200,fraction\n" for line in lines), "rows.csv"
    )


def cell(mine: Mine) -> tuple[Any, ...]:
    (one,) = mine.query(f"SELECT {CELL} FROM cell WHERE source = 'mine'")
    return one


def events(mine: Mine, columns: str = "made_from, build, place") -> list[tuple[Any, ...]]:
    return mine.query(f"SELECT {columns} FROM event WHERE own ORDER BY configuration, place")


def test_nights_of_other_builds_are_one_configuration_and_the_newest_is_shown(mine: Mine) -> None:
    mine.load(
        *(results(mine, f"n{day}", NIGHT + day * DAY, 0.5 + day / 100, engine=f"0.26.{day}") for day in (2, 0, 1))
    )  # fmt: skip
    assert events(mine) == [("stated", f"vllm 0.26.{day}", day + 1) for day in range(3)]
    assert cell(mine) == (0.52, 1, 3, 0, 200)
    assert mine.query("SELECT count(DISTINCT configuration) FROM result WHERE source = 'mine'") == [
        (1,)
    ]
    assert not mine.query("SELECT * FROM disagreement WHERE 'mine' IN (source_a, source_b)")


def test_reruns_of_one_build_are_their_mean_over_the_same_problems(mine: Mine) -> None:
    mine.load(
        *(results(mine, f"r{day}", NIGHT + day * DAY, 0.5 + day / 100, engine="0.26.1") for day in range(3)),
        results(mine, "old", NIGHT - DAY, 0.1, engine="0.25"),
    )  # fmt: skip
    assert cell(mine) == (0.51, 3, 4, 0, 200)
    (values,) = mine.query("SELECT repeat_values FROM cell WHERE source = 'mine'")
    assert values == ([0.5, 0.51, 0.52],)
    older = (
        "SELECT value FROM older_value JOIN run ON run.id = older_value.run WHERE source = 'mine'"
    )
    assert mine.query(older) == [(0.1,)]


@pytest.mark.parametrize("differs", ["git_hash", "transformers_version", "torch_version"])
def test_a_build_is_another_if_any_of_its_versions_is(mine: Mine, differs: str) -> None:
    paths = []
    for day in range(2):
        path = results(mine, f"r{day}", NIGHT + day * DAY, 0.5 + day / 10, engine="0.26.1")
        document = json.loads((mine.folder / f"r{day}.json").read_text())
        (mine.folder / f"r{day}.json").write_text(json.dumps(document | {differs: f"1.{day}"}))
        paths.append(path)
    mine.load(*paths)
    assert cell(mine) == (0.6, 1, 2, 0, 200)


def test_the_version_of_the_harness_alone_does_not_say_that_two_dates_are_repeats(
    mine: Mine,
) -> None:
    mine.load(*(results(mine, f"r{day}", NIGHT + day * DAY, 0.5 + day / 10) for day in range(2)))
    assert cell(mine) == (0.6, 1, 2, 0, 200)
    assert events(mine, "build_key") == [(None,), (None,)]


TABLES: list[tuple[list[str], tuple[Any, ...]]] = [
    # Date, build, repeat, seed, value: a model each.
    (["2025-06-01,b1,,,0.5", "2025-06-02,b1,,,0.6"], (0.55, 2, 2, 0, 200)),
    (["2025-06-01,b1,,,0.5", "2025-06-02,b2,,,0.6"], (0.6, 1, 2, 0, 200)),
    (["2025-06-01,,,,0.5", "2025-06-02,,,,0.6"], (0.6, 1, 2, 0, 200)),
    (["2025-06-02,,a,,0.5", "2025-06-02,,b,,0.6", "2025-06-01,,a,,0.1"], (0.55, 2, 3, 0, 200)),
    ([",,1,,0.5", ",,2,,0.6", ",,10,,0.7"], (0.6, 3, 3, 0, 200)),
    ([",,,a,0.5", ",,,seed-3,0.6"], (0.55, 2, 2, 2, 200)),
    (["2025-06-01,,,1,0.5", "2025-06-02,,,2,0.7"], (0.6, 2, 2, 2, 200)),
    # Of each seed the newest, with its repeats.
    (
        ["2025-06-01,a,1,1,0.1", "2025-06-02,b,1,1,0.4", "2025-06-03,b,2,1,0.6", "2025-06-01,a,1,2,0.8"],
        (0.65, 3, 4, 2, 200),
    ),
    ([f",b,{number},,0.{number:04d}" for number in range(1000)], (0.04995, 1000, 1000, 0, 200)),
]  # fmt: skip


def test_a_table_states_when_of_what_build_and_which_repeat_a_number_is(mine: Mine) -> None:
    tables = [
        mine.table(
            HEADER + "".join(f"m{number},kite,{line},200,fraction\n" for line in lines),
            f"{number}.csv",
        )
        for number, (lines, _) in enumerate(TABLES)
    ]
    mine.load(*tables)
    found = mine.query(f"SELECT model, {CELL} FROM cell WHERE source = 'mine' ORDER BY model")
    assert found == [(f"m{number}", *expected) for number, (_, expected) in enumerate(TABLES)]
    assert not mine.query("SELECT * FROM cell WHERE source = 'mine' AND ambiguous")


def test_repeats_with_other_numbers_of_problems_have_the_fewest(mine: Mine) -> None:
    lines = "plum-7b,kite,b,1,0.5,200,fraction\nplum-7b,kite,b,2,0.6,100,fraction\n"
    mine.load(mine.table("model,benchmark,build,repeat,value,n,unit\n" + lines))
    assert cell(mine) == (0.55, 2, 2, 0, 100)


def test_the_same_night_twice_is_one_run_in_two_loads_too(mine: Mine) -> None:
    night = results(mine, "night", NIGHT, 0.5, engine="0.26.1")
    mine.load(night)
    again = mine.folder / "again" / "copy.json"
    again.parent.mkdir()
    again.write_text(json.dumps(json.loads((mine.folder / "night.json").read_text()), indent=1))
    mine.load(str(again))
    mine.load(str(again), name="other")
    assert events(mine) == [("stated", "vllm 0.26.1", 1)]
    assert cell(mine) == (0.5, 1, 1, 0, 200)
    assert not mine.query("SELECT * FROM disagreement WHERE 'mine' IN (source_a, source_b)")


def test_the_next_night_in_another_load_continues_the_series(mine: Mine) -> None:
    mine.load(results(mine, "one", NIGHT, 0.5, engine="0.26.1"))
    mine.load(results(mine, "two", NIGHT + DAY, 0.6, engine="0.26.2"), name="tonight")
    mine.load(results(mine, "zero", NIGHT - DAY, 0.4, engine="0.26.0"), name="late")
    found = events(mine, "source, place, configuration")
    assert [one[:2] for one in found] == [("late", 1), ("mine", 2), ("tonight", 3)]
    assert len({one[2] for one in found}) == 1


def test_a_date_in_the_future_is_not_taken_for_the_time_of_the_run(mine: Mine) -> None:
    future = results(mine, "future", 4_000_000_000.0, 0.9, engine="0.1")
    os.utime(future, (NIGHT - DAY, NIGHT - DAY))
    mine.load(future, results(mine, "now", 1749900000.0 - 3 * DAY, 0.5, engine="0.2"))
    assert sorted(events(mine, "made_from")) == [("file time",), ("stated",)]


def test_dates_in_two_time_zones_are_ordered_by_their_time(mine: Mine) -> None:
    mine.load(rows(mine, "2025-11-02T01:00:00+09:00,a,,,0.5", "2025-11-01T20:00:00Z,b,,,0.6"))
    assert events(mine, "build, made_at::TEXT") == [
        ("a", "2025-11-01 16:00:00"),
        ("b", "2025-11-01 20:00:00"),
    ]


def test_without_a_date_the_time_of_the_file_counts_and_of_one_file_the_order_of_loads(
    mine: Mine,
) -> None:
    first, second = (results(mine, name, None, 0.5, engine=name) for name in ("b", "a"))
    for path, day in ((first, 1), (second, 2)):
        os.utime(path, (1749900000.0 - day * DAY,) * 2)
    mine.load(first, second)
    assert events(mine) == [("file time", "vllm a", 1), ("file time", "vllm b", 2)]
    mine.load(rows(mine, ",x,,,0.1", ",y,,,0.2"), name="table")
    assert {one[0] for one in events(mine) if one[1] in "xy"} == {"load order"}


def test_seeds_of_an_evaluation_make_repeats_and_no_models(mine: Mine) -> None:
    mine.load(
        *(
            results(mine, f"s{seed}", NIGHT + seed, 0.5 + seed / 10, engine="0.26", random_seed=seed, seed=seed)
            for seed in range(3)
        )
    )  # fmt: skip
    assert events(mine, "repeat") == [("0",), ("1",), ("2",)]
    assert cell(mine) == (0.6, 3, 3, 0, 200)


def test_a_person_says_which_setting_is_the_build_and_which_makes_repeats(mine: Mine) -> None:
    mine.load(
        *(
            results(mine, f"s{at}", NIGHT + at * DAY, 0.5 + at / 10, container=f"img{at % 2}", shard=at)
            for at in range(4)
        )
    )  # fmt: skip
    assert mine.query("SELECT count(DISTINCT model) FROM cell WHERE source = 'mine'") == [(4,)]
    roles = {"container": "build", "shard": "repeat"}
    alias(mine.data, mine.store, aliases.Aliases(settings=roles))
    assert events(mine, "build, repeat") == [
        ("img0", "0"),
        ("img1", "1"),
        ("img0", "2"),
        ("img1", "3"),
    ]
    assert cell(mine) == (0.7, 2, 4, 0, 200)
    alias(mine.data, mine.store, aliases.Aliases(settings={"shard": "setting"}))
    assert mine.query("SELECT count(DISTINCT configuration) FROM event WHERE own") == [(4,)]


def test_a_load_names_the_setting_that_is_the_build(mine: Mine) -> None:
    paths = [results(mine, f"s{at}", NIGHT + at * DAY, 0.5, run_name=f"img{at}") for at in range(2)]
    mine.load(*paths, build="run_name", extra_settings=frozenset({"run_name"}))
    assert events(mine, "build") == [("img0",), ("img1",)]


def test_an_older_run_that_shares_one_benchmark_with_a_newer_one_is_older_by_all(
    mine: Mine,
) -> None:
    lines = [
        "plum-7b,kite,2025-11-03,0.3,100,fraction",
        "plum-7b,kite,2025-11-02,0.2,100,fraction",
        "plum-7b,owl,2025-11-02,0.2,100,fraction",
        "plum-7b,owl,2025-11-01,0.1,100,fraction",
    ]
    mine.load(mine.table("model,benchmark,date,value,n,unit\n" + "\n".join(lines) + "\n"))
    found = mine.query("SELECT benchmark, value FROM cell WHERE source = 'mine' ORDER BY ALL")
    assert found == [("kite", 0.3), ("owl", 0.2)]
    assert not mine.query("SELECT * FROM cell WHERE source = 'mine' AND ambiguous")


def test_runs_of_one_time_are_in_the_order_of_their_rows(mine: Mine) -> None:
    mine.load(rows(mine, *(f",b{at},,,{0.5 + at / 100}" for at in range(12))))
    assert events(mine, "build, place, made_from") == [
        (f"b{at}", at + 1, "load order") for at in range(12)
    ]
    assert cell(mine) == (0.61, 1, 12, 0, 200)


def test_builds_of_one_day_are_in_the_order_of_their_rows(mine: Mine) -> None:
    mine.load(rows(mine, *(f"2025-06-01,v{9 - at},,,{0.5 + at / 100}" for at in range(5))))
    assert events(mine, "build, place, made_from") == [
        (f"v{9 - at}", at + 1, "stated") for at in range(5)
    ]
    assert cell(mine) == (0.54, 1, 5, 0, 200)


def test_two_numbers_of_one_day_are_refused_with_how_repeats_are_told(mine: Mine) -> None:
    with pytest.raises(
        IngestError, match=r"line 2 and line 3 both say .* Add a column for it, such as a seed"
    ):
        mine.load(rows(mine, "2025-06-01,,,,0.5", "2025-06-01,,,,0.6"))
    mine.load(rows(mine, "2025-06-01,,1,,0.5", "2025-06-01,,2,,0.6"))
    assert cell(mine) == (0.55, 2, 2, 0, 200)


def test_a_load_names_dates_that_cannot_be_read_or_are_in_the_future(mine: Mine) -> None:
    report = mine.load(
        rows(mine, "yesterday,a,,,0.5", "2025-06-01,b,,,0.6", "2196-10-02,c,,,0.7", "noon,d,,,0.8"),
        results(mine, "text", None, 0.5, engine="e"),
    )
    assert report.unread_dates == ["noon", "yesterday"]
    assert report.future_dates == ["2196-10-02"]
    said = list(outcome(report, dry_run=False))
    assert (
        "2 dates ('noon', 'yesterday') cannot be read (expected 2026-11-27 or 2026-11-27T03:00:00Z). The "
        "file time is used instead." in said
    )
    assert "1 date ('2196-10-02') is in the future. The file time is used instead." in said


def test_a_text_that_is_no_date_is_named_of_a_tool_that_writes_another_form(mine: Mine) -> None:
    path = results(mine, "night", NIGHT, 0.5, engine="e")
    document = json.loads((mine.folder / "night.json").read_text())
    (mine.folder / "night.json").write_text(json.dumps(document | {"date": "last Tuesday"}))
    assert mine.load(path).unread_dates == ["last Tuesday"]
    assert events(mine, "made_from") == [("file time",)]


@pytest.mark.usefixtures("studies_made")
def test_a_step_of_a_training_is_in_time_as_long_as_it_was_evaluated_again(mine: Mine) -> None:
    in_time = (
        "SELECT timed_benchmark.source, step FROM timed_benchmark "
        "JOIN run ON run.id = timed_benchmark.run ORDER BY ALL"
    )
    header = "model,benchmark,step,date,value,n,unit\n"
    lines = [f"plum-7b,kite,{step},2025-06-01,0.5,200,fraction" for step in (100, 200)]
    mine.load(mine.table(header + "\n".join(lines) + "\n", "once.csv"))
    assert mine.query(in_time) == []
    again = header + "plum-7b,kite,200,2025-06-02,0.7,200,fraction\n"
    mine.load(mine.table(again, "again.csv"), name="again")
    assert mine.query(in_time) == [("again", 200), ("mine", 200)]
    remove(mine.data, mine.store, ["again"])
    assert mine.query(in_time) == []
