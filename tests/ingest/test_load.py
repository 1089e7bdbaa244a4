"""Loading as a person does it: files in, a new snapshot out, or one line and nothing changed."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from reasonboard import config
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.load import load, remove
from reasonboard.ingest.publish import publish, rollback
from reasonboard.store import database, snapshots
from reasonboard.store.errors import StoreError
from tests.store.pointers import read, rewrite

HEADER = "model,benchmark,iteration,metric,value,n,unit\n"
ROWS = "org/my-7b,MATH500,0,accuracy,43.7,500,percent\norg/my-7b,MATH500,40,accuracy,81.4,500,percent\n"


@pytest.fixture
def store(small_store: Path) -> Iterator[Path]:
    yield small_store
    database.close()


def table(tmp_path: Path, text: str = HEADER + ROWS, name: str = "rl.csv") -> str:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def asked(store: Path, sql: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


LOADED = "SELECT study, model, iteration, value, n_items, locator FROM result WHERE source = 'mine' ORDER BY iteration"


def test_a_table_is_loaded_and_stands_in_the_study_whose_axes_it_has(
    data: Path, store: Path, tmp_path: Path
) -> None:
    report = load(data, store, [table(tmp_path)], name="mine")
    assert (report.read, report.runs, report.measurements) == (1, 2, 2)
    assert report.studies == ["iterations"]
    assert asked(store, LOADED) == [
        ("iterations", "org/my-7b", 0, 0.437, 500, "row 2"),
        ("iterations", "org/my-7b", 40, 0.814, 500, "row 3"),
    ]


def test_every_number_leads_back_to_its_file(data: Path, store: Path, tmp_path: Path) -> None:
    path = table(tmp_path)
    load(data, store, [path], name="mine")
    ((file, sha256),) = asked(
        store, "SELECT DISTINCT file, sha256 FROM result WHERE source = 'mine'"
    )
    assert file == path
    assert len(str(sha256)) == 64


def test_the_measurements_of_one_mark_stand_together_in_whatever_order_they_come(
    data: Path, store: Path, tmp_path: Path
) -> None:
    lines = [
        f"org/{model}-7b,{benchmark},{iteration},{seed},accuracy,0.5,500,fraction"
        for benchmark in ("MATH500", "AIME24")
        for seed in (2, 1)
        for iteration in (40, 0)
        for model in ("b", "a")
    ]
    header = HEADER.replace("iteration", "iteration,seed")
    load(data, store, [table(tmp_path, header + "\n".join(lines) + "\n")], name="mine")
    stored = asked(
        store,
        "SELECT model, iteration, seed FROM measurement JOIN run ON run.id = run "
        "WHERE source = 'mine' ORDER BY measurement.rowid",
    )
    assert len(stored) == len(lines)
    assert stored == sorted(stored)


def test_a_size_from_a_name_is_marked_as_inferred(data: Path, store: Path, tmp_path: Path) -> None:
    load(data, store, [table(tmp_path)], name="mine")
    assert asked(store, "SELECT params_b, inferred FROM model WHERE name = 'org/my-7b'") == [
        (7.0, True)
    ]


def test_a_dry_run_says_the_same_and_writes_nothing(
    data: Path, store: Path, tmp_path: Path
) -> None:
    before = sorted(store.iterdir()), (store / config.POINTER).read_bytes()
    report = load(data, store, [table(tmp_path)], name="mine", dry_run=True)
    assert (report.runs, report.studies) == (2, ["iterations"])
    assert (sorted(store.iterdir()), (store / config.POINTER).read_bytes()) == before


def test_the_same_file_twice_is_skipped_and_said(data: Path, store: Path, tmp_path: Path) -> None:
    path = table(tmp_path)
    load(data, store, [path], name="mine")
    version = snapshots.current(store).version
    report = load(data, store, [path], name="mine")
    assert report.read == 0
    assert "loaded already" in report.skipped[0]
    assert snapshots.current(store).version == version


def test_answers_that_are_added_to_a_loaded_run_are_taken_in(
    data: Path, store: Path, tmp_path: Path
) -> None:
    stamp = "2026-01-21T03-44-18.458309"
    results = {
        "results": {"gsm8k": {"exact_match,none": 0.5}}, "versions": {"gsm8k": 3}, "configs": {},
        "config": {"model_args": "pretrained=lab/x-7b"},
    }  # fmt: skip
    main = table(tmp_path, json.dumps(results), f"r/results_{stamp}.json")
    load(data, store, [main], name="mine")
    answer = {"doc_id": 0, "filter": "none", "metrics": ["exact_match"], "exact_match": 1.0}
    answer |= {"doc": {}, "target": "4", "resps": [["4"]], "filtered_resps": ["4"]}
    table(tmp_path, json.dumps(answer) + "\n", f"r/samples_gsm8k_{stamp}.jsonl")
    report = load(data, store, [main], name="mine")
    assert (report.read, report.samples) == (1, 1)
    assert asked(store, "SELECT item, score FROM sample") == [("0", 1.0)]
    again = load(data, store, [str(tmp_path / "r")], name="mine")
    assert again.read == 0
    assert "loaded already" in again.skipped[0]


def test_a_description_that_was_put_right_is_read_anew(
    data: Path, store: Path, tmp_path: Path
) -> None:
    path = table(tmp_path, "model,benchmark,iteration,value\nm,B,1,40\n", "t.csv")
    table(tmp_path, 'unit = "percent"\n[constants]\nmetric = "acc"\n', "t.toml")
    load(data, store, [path], name="mine")
    table(tmp_path, 'unit = "percent"\n[constants]\nmetric = "pass@1"\n', "t.toml")
    assert load(data, store, [path], name="mine").read == 1
    assert asked(store, "SELECT metric FROM result WHERE source = 'mine' ORDER BY ALL") == [
        ("acc",), ("pass@1",)
    ]  # fmt: skip


def test_a_copy_of_a_file_in_the_same_load_is_skipped(
    data: Path, store: Path, tmp_path: Path
) -> None:
    table(tmp_path, name="r/a.csv")
    table(tmp_path, name="r/b.csv")
    report = load(data, store, [str(tmp_path / "r")], name="mine")
    assert (report.read, report.runs, len(report.skipped)) == (1, 2, 1)


def test_other_numbers_for_the_same_run_are_refused_unless_replaced(
    data: Path, store: Path, tmp_path: Path
) -> None:
    load(data, store, [table(tmp_path)], name="mine")
    version = snapshots.current(store).version
    other = table(tmp_path, HEADER + ROWS.replace("81.4", "82.4"), "other.csv")
    with pytest.raises(IngestError, match=r"other\.csv: run .* 0\.824, and 0\.814 in .*--replace"):
        load(data, store, [other], name="mine")
    assert snapshots.current(store).version == version
    load(data, store, [other], name="mine", replace=True)
    assert [row[3] for row in asked(store, LOADED)] == [0.437, 0.824]


def test_a_load_is_not_called_as_a_bundled_source(data: Path, store: Path, tmp_path: Path) -> None:
    with pytest.raises(
        IngestError, match=r"caption-kv-cache: a bundled source is called so .*--name"
    ):
        load(data, store, [table(tmp_path)], name="caption-kv-cache")


def test_a_load_that_feeds_two_studies_is_a_source_in_each(
    data: Path, store: Path, tmp_path: Path
) -> None:
    text = HEADER + ROWS + "org/my-7b,MATH500,,accuracy,50,500,percent\n"
    load(data, store, [table(tmp_path, text)], name="mine")
    load(data, store, [table(tmp_path, HEADER + ROWS, "b.csv")], name="mine-iterations")
    assert asked(store, "SELECT id, study FROM source WHERE rank > 1000 ORDER BY id") == [
        ("mine~iterations", "iterations"),
        ("mine~other", "other"),
    ]


def test_what_is_of_no_study_can_be_chosen_on_the_page_of_all_data(
    data: Path, store: Path, tmp_path: Path
) -> None:
    text = HEADER.replace("iteration,", "") + "org/my-7b,Mine,accuracy,50,500,percent\n"
    load(data, store, [table(tmp_path, text)], name="mine")
    snapshots.use(store)
    chosen = {"of": ["other"], "source": ["mine"]}
    for name, value in {"benchmark": "Mine", "model": "org/my-7b"}.items():
        assert database.query(f"studies/data/{name}_choices", **chosen) == [
            {"value": value, "label": value}
        ]


def test_two_loads_stand_beside_each_other(data: Path, store: Path, tmp_path: Path) -> None:
    load(data, store, [table(tmp_path)], name="mine")
    load(
        data,
        store,
        [table(tmp_path, HEADER + ROWS.replace("my-7b", "your-7b"), "b.csv")],
        name="yours",
    )
    counted = asked(store, "SELECT source, count(*) FROM result GROUP BY source")
    assert {("mine", 2), ("yours", 2)} <= set(counted)


def test_what_is_not_a_number_is_counted_and_never_zero(
    data: Path, store: Path, tmp_path: Path
) -> None:
    text = HEADER + ROWS.replace("81.4", "NaN")
    report = load(data, store, [table(tmp_path, text)], name="mine")
    assert report.missing == 1
    assert [row[3] for row in asked(store, LOADED)] == [0.437]
    assert asked(store, "SELECT missing FROM loaded_measurement WHERE value IS NULL") == [("NaN",)]


def test_a_run_and_a_load_can_be_removed(data: Path, store: Path, tmp_path: Path) -> None:
    load(data, store, [table(tmp_path)], name="mine")
    ((first,),) = asked(store, "SELECT key FROM loaded_run WHERE iteration = 0")
    assert remove(data, store, [str(first)]) == 1
    assert [row[2] for row in asked(store, LOADED)] == [40]
    assert remove(data, store, ["mine"]) == 1
    assert asked(store, LOADED) == []
    with pytest.raises(IngestError, match="not loaded"):
        remove(data, store, ["mine"])


def test_rollback_goes_back_one_change_at_a_time(data: Path, store: Path, tmp_path: Path) -> None:
    plain = snapshots.current(store).version
    load(data, store, [table(tmp_path)], name="mine")
    assert rollback(store) == plain
    assert asked(store, LOADED) == []
    with pytest.raises(StoreError, match="no earlier snapshot"):
        rollback(store)


def test_rollback_does_not_go_back_to_the_tables_of_another_version(
    data: Path, store: Path, tmp_path: Path
) -> None:
    load(data, store, [table(tmp_path)], name="mine")
    pointer = store / config.POINTER
    (before,) = read(store)["before"]
    rewrite(store, before=[before | {"tables": "of another release"}])
    before = pointer.read_text()
    with pytest.raises(StoreError, match="another version of Reasonboard"):
        rollback(store)
    assert pointer.read_text() == before


def test_what_is_loaded_outlives_new_bundled_data(
    data: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(data, store, [table(tmp_path)], name="mine")
    rewrite(store, base="of an older release")
    publish(data, store)
    assert len(asked(store, LOADED)) == 2


def test_a_reader_of_the_store_takes_up_the_new_snapshot(
    data: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)
    snapshots.use(store)
    snapshots.refresh()
    load(data, store, [table(tmp_path)], name="mine")
    assert database.query("core/source_choices", study="iterations") == []
    snapshots.refresh()
    assert [row["value"] for row in database.query("core/source_choices", study="iterations")] == [
        "mine"
    ]


def test_a_damaged_pointer_leaves_the_readers_with_what_they_have(
    data: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)
    version = snapshots.use(store).version
    (store / config.POINTER).write_text("{")
    snapshots.refresh()
    assert snapshots.snapshot().version == version
    assert database.query("core/health")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEADER + "m,B,0,acc,0.5\n", r":2: 5 fields \(expected 7"),
        (HEADER + 'm,B,0,acc,"0.5,1,fraction\n', r":2: .*quot|:2: .*end of data"),
        (HEADER + "m,B,0,acc,half,1,fraction\n", r":2: value is 'half'"),
        (HEADER + "m,B,x,acc,0.5,1,fraction\n", r":2: iteration is 'x'"),
        (HEADER + "m,B,0,acc,0.5,1,\n", r":2: unit is None"),
        (HEADER + ",B,0,acc,0.5,1,fraction\n", r":2: model is ''"),
        ("model,benchmark,value,unit,unit\n", r":1: a column"),
        ("model,benchmark,value," + ",".join(f"c{n}" for n in range(1001)) + "\n", r":1: 1004 col"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line_and_nothing_changes(
    text: str, told: str, data: Path, store: Path, tmp_path: Path
) -> None:
    version = snapshots.current(store).version
    with pytest.raises(IngestError, match=told) as error:
        load(data, store, [table(tmp_path, text)])
    assert "\n" not in str(error.value)
    assert snapshots.current(store).version == version
    assert not list(store.glob("building-*"))
    assert not list(store.glob("loading-*"))


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_another_encoding_is_refused(
    encoding: str, data: Path, store: Path, tmp_path: Path
) -> None:
    path = tmp_path / "rl.csv"
    path.write_bytes((HEADER + ROWS.replace("my", "mÿ")).encode(encoding))
    with pytest.raises(IngestError, match=r"UTF-(8|16)|known tool"):
        load(data, store, [str(path)], strict=True)


def test_a_byte_order_mark_is_tolerated(data: Path, store: Path, tmp_path: Path) -> None:
    path = tmp_path / "rl.csv"
    path.write_bytes(b"\xef\xbb\xbf" + (HEADER + ROWS).encode())
    assert load(data, store, [str(path)]).runs == 2


def test_what_is_no_regular_file_is_refused(data: Path, store: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path / "none", "https://example.org/results.json"):
        with pytest.raises(IngestError):
            load(data, store, [str(path)])


def test_pattern_characters_in_a_name_are_taken_literally(
    data: Path, store: Path, tmp_path: Path
) -> None:
    table(tmp_path, HEADER + ROWS.replace("my-7b", "your-7b"), "ab.csv")
    report = load(data, store, [table(tmp_path, name="a*.csv")], name="mine")
    assert (report.read, report.runs) == (1, 2)
    assert {row[1] for row in asked(store, LOADED)} == {"org/my-7b"}


def test_a_file_of_no_known_tool_is_skipped_with_the_reason_or_refused_when_strict(
    data: Path, store: Path, tmp_path: Path
) -> None:
    table(tmp_path, "nothing of ours", "results/note.txt")
    table(tmp_path, name="results/rl.csv")
    folder = str(tmp_path / "results")
    with pytest.raises(IngestError, match=r"note\.txt: of no known tool"):
        load(data, store, [folder], strict=True)
    report = load(data, store, [folder])
    assert "of no known tool" in report.skipped[0]
    assert report.name == "results"
    assert report.read == 1


def test_a_description_beside_a_table_gives_its_unit_and_constants(
    data: Path, store: Path, tmp_path: Path
) -> None:
    path = table(tmp_path, "task,step,acc\nB,10,50\nB,20,60\n", "run.csv")
    table(tmp_path, 'unit = "percent"\n[constants]\nmodel = "new-1b"\n', "run.toml")
    assert load(data, store, [path], name="mine").studies == ["scale-progress"]
    assert asked(
        store, "SELECT progress, metric, value FROM result WHERE source = 'mine' ORDER BY 1"
    ) == [(0.5, "acc", 0.5), (1.0, "acc", 0.6)]
