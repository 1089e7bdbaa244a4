"""Loading as a person does it: files in, a new snapshot out, or one line and nothing changed."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.snapshot.publish import publish, rollback
from reasonboard.store import database, snapshots
from reasonboard.store.errors import StoreError
from reasonboard.store.pointer import POINTER
from reasonboard.web.loads import refused
from tests.ingest.mine import HEADER, ROWS, Mine
from tests.store.pointers import read, rewrite

LOADED = "SELECT study, model, iteration, value, n_items, locator FROM result WHERE source = 'mine' ORDER BY iteration"


@pytest.fixture(scope="module")
def with_load(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Mine:
    """A store with the table, to be copied and never changed."""
    folder = tmp_path_factory.mktemp("with-load")
    store = shutil.copytree(small_store_template, folder / "store")
    made = Mine(small_store_template.parent / "data", store, folder)
    made.load()
    return made


@pytest.fixture
def loaded(with_load: Mine, data: Path, reading_here: None, tmp_path: Path) -> Iterator[Mine]:
    """A store of one's own in which the table is loaded."""
    yield Mine(data, shutil.copytree(with_load.store, tmp_path / "with-load"), tmp_path)
    database.close()


@pytest.mark.usefixtures("studies_made")
def test_a_table_is_loaded_and_stands_in_the_study_whose_axes_it_has(mine: Mine) -> None:
    report = mine.load(mine.table())
    assert (report.read, report.runs, report.measurements) == (1, 2, 2)
    assert report.studies == ["iterations", "models"]
    assert mine.query(LOADED) == [
        ("iterations", "org/my-7b", 0, 0.437, 500, "line 2, column 'value'"),
        ("iterations", "org/my-7b", 40, 0.814, 500, "line 3, column 'value'"),
    ]


def test_every_number_leads_back_to_its_file(loaded: Mine) -> None:
    ((file, sha256),) = loaded.query(
        "SELECT DISTINCT file, sha256 FROM result WHERE source = 'mine'"
    )
    assert file == "mine: rl.csv"
    assert len(str(sha256)) == 64


def test_the_measurements_of_one_mark_stand_together_in_whatever_order_they_come(
    mine: Mine,
) -> None:
    lines = [
        f"org/{model}-7b,{benchmark},{iteration},{seed},accuracy,0.5,500,fraction"
        for benchmark in ("MATH500", "AIME24")
        for seed in (2, 1)
        for iteration in (40, 0)
        for model in ("b", "a")
    ]
    header = HEADER.replace("iteration", "iteration,seed")
    mine.load(mine.table(header + "\n".join(lines) + "\n"))
    stored = mine.query(
        "SELECT benchmark, model, iteration, seed FROM measurement JOIN run ON run.id = run "
        "WHERE source = 'mine' ORDER BY measurement.rowid"
    )
    assert len(stored) == len(lines)
    assert stored == sorted(stored)


def test_a_size_from_a_name_is_marked_as_inferred(loaded: Mine) -> None:
    assert loaded.query("SELECT params_b, inferred FROM model WHERE name = 'org/my-7b'") == [
        (7.0, True)
    ]


@pytest.mark.usefixtures("studies_made")
def test_a_dry_run_says_the_same_and_writes_nothing(mine: Mine) -> None:
    before = sorted(mine.store.iterdir()), (mine.store / POINTER).read_bytes()
    report = mine.load(mine.table(), dry_run=True)
    assert (report.runs, report.studies) == (2, ["iterations", "models"])
    assert (sorted(mine.store.iterdir()), (mine.store / POINTER).read_bytes()) == before


def test_the_same_file_twice_is_skipped_and_said(loaded: Mine) -> None:
    version = loaded.version().version
    report = loaded.load(loaded.table())
    assert report.read == 0
    assert "loaded already" in next(iter(report.skipped.values()))
    assert loaded.version().version == version


def test_answers_that_are_added_to_a_loaded_run_are_taken_in(mine: Mine) -> None:
    stamp = "2026-01-21T03-44-18.458309"
    results = {
        "results": {"gsm8k": {"exact_match,none": 0.5}}, "versions": {"gsm8k": 3}, "configs": {},
        "config": {"model_args": "pretrained=lab/x-7b"},
    }  # fmt: skip
    main = mine.table(json.dumps(results), f"r/results_{stamp}.json")
    mine.load(main)
    answer = {"doc_id": 0, "filter": "none", "metrics": ["exact_match"], "exact_match": 1.0}
    answer |= {"doc": {}, "target": "4", "resps": [["4"]], "filtered_resps": ["4"]}
    mine.table(json.dumps(answer) + "\n", f"r/samples_gsm8k_{stamp}.jsonl")
    report = mine.load(main)
    assert (report.read, report.samples) == (1, 1)
    assert mine.query("SELECT item, score FROM sample") == [("0", 1.0)]
    again = mine.load(str(mine.folder / "r"))
    assert again.read == 0
    assert "loaded already" in next(iter(again.skipped.values()))


@pytest.mark.long
def test_a_description_that_was_put_right_is_read_anew(mine: Mine) -> None:
    path = mine.table("model,benchmark,iteration,value\nm,B,1,40\n", "t.csv")
    mine.table('unit = "percent"\n[constants]\nmetric = "acc"\n', "t.toml")
    mine.load(path)
    mine.table('unit = "percent"\n[constants]\nmetric = "pass@1"\n', "t.toml")
    assert mine.load(path).read == 1
    assert mine.query("SELECT metric FROM result WHERE source = 'mine' ORDER BY ALL") == [
        ("acc",), ("pass@1",)
    ]  # fmt: skip


def test_a_copy_of_a_file_in_the_same_load_is_skipped(mine: Mine) -> None:
    mine.table(name="r/a.csv")
    mine.table(name="r/b.csv")
    report = mine.load(str(mine.folder / "r"))
    assert (report.read, report.runs, len(report.skipped)) == (1, 2, 1)


def test_other_numbers_for_the_same_run_are_refused_unless_replaced(loaded: Mine) -> None:
    version = loaded.version().version
    other = loaded.table(HEADER + ROWS.replace("81.4", "82.4"), "other.csv")
    message = r"other\.csv: run .* org/my-7b, .* 0\.824 \(line 3, .*\), and 0\.814 in .*rl\.csv \(line 3, .*--replace"
    with pytest.raises(IngestError, match=message):
        loaded.load(other)
    assert loaded.version().version == version
    loaded.load(other, replace=True)
    assert [row[3] for row in loaded.query(LOADED)] == [0.437, 0.824]


def test_files_that_contradict_do_not_stop_the_others(mine: Mine) -> None:
    of_other = HEADER + ROWS.replace("my-7b", "other-7b")
    mine.table(of_other, "r/c.csv")
    mine.table(name="r/a.csv")
    mine.table(HEADER + ROWS.replace("81.4", "82.4"), "r/b.csv")
    with pytest.raises(IngestError, match=r"b\.csv: run .* 0\.824 .*, and 0\.814 in .*a\.csv"):
        mine.load(str(mine.folder / "r"), strict=True)
    report = mine.load(str(mine.folder / "r"))
    assert (report.read, report.runs, [Path(name).name for name in report.refused]) == (
        1, 2, ["a.csv", "b.csv"],
    )  # fmt: skip
    (line,) = refused(report)
    assert line.endswith('load --from "{file}"`): a.csv, b.csv. Nothing of it was loaded.')
    mine.table(of_other.replace("81.4", "80.4"), "r/d.csv")
    report = mine.load(str(mine.folder / "r"))
    assert [Path(name).name for name in report.refused] == ["a.csv", "b.csv", "d.csv"]


def test_a_load_is_not_called_as_a_bundled_source(mine: Mine) -> None:
    with pytest.raises(
        IngestError, match=r"caption-kv-cache: a bundled source is called so .*--name"
    ):
        mine.load(mine.table(), name="caption-kv-cache")


@pytest.mark.usefixtures("studies_made")
def test_a_load_is_one_source_whatever_studies_show_its_runs(mine: Mine) -> None:
    text = HEADER + ROWS + "org/my-7b,MATH500,,accuracy,50,500,percent\n"
    mine.load(mine.table(text))
    assert mine.query("SELECT id, title FROM source WHERE rank > 1000") == [("mine", "mine")]
    shown = [("mine", "iterations"), ("mine", "other")]
    assert mine.query("FROM source_study WHERE source = 'mine' ORDER BY ALL") == shown
    assert (
        mine.query("SELECT DISTINCT source, study FROM result WHERE source = 'mine' ORDER BY ALL")
        == shown
    )


def test_what_no_study_takes_has_cells_as_the_rest(mine: Mine) -> None:
    text = HEADER.replace("iteration,", "") + "org/my-7b,Mine,accuracy,50,500,percent\n"
    mine.load(mine.table(text))
    cells = "SELECT study, model, benchmark, value FROM cell WHERE source = 'mine'"
    assert mine.query(cells) == [("other", "org/my-7b", "Mine", 0.5)]


@pytest.mark.usefixtures("studies_made")
def test_what_is_of_no_study_can_be_chosen_on_the_page_of_all_data(mine: Mine) -> None:
    text = HEADER.replace("iteration,", "") + "org/my-7b,Mine,accuracy,50,500,percent\n"
    mine.load(mine.table(text))
    snapshots.use(mine.store)
    chosen = {"of": ["other"], "source": ["mine"]}
    for name, value in {"benchmark": "Mine", "model": "org/my-7b"}.items():
        assert database.query(f"studies/data/{name}_choices", **chosen) == [
            {"value": value, "label": value}
        ]


@pytest.mark.long
def test_two_loads_stand_beside_each_other(loaded: Mine) -> None:
    loaded.load(loaded.table(HEADER + ROWS.replace("my-7b", "your-7b"), "b.csv"), name="yours")
    counted = loaded.query("SELECT source, count(*) FROM result GROUP BY source")
    assert {("mine", 2), ("yours", 2)} <= set(counted)


def test_what_is_not_a_number_is_counted_and_never_zero(mine: Mine) -> None:
    text = HEADER + ROWS.replace("81.4", "NaN")
    report = mine.load(mine.table(text))
    assert report.missing == 1
    assert [row[3] for row in mine.query(LOADED)] == [0.437]
    assert mine.query("SELECT missing FROM stated_measurement WHERE value IS NULL") == [("NaN",)]


def test_a_run_and_a_load_can_be_removed(loaded: Mine) -> None:
    ((first,),) = loaded.query("SELECT key FROM loaded_run WHERE iteration = 0")
    assert remove(loaded.data, loaded.store, [str(first)]) == 1
    assert [row[2] for row in loaded.query(LOADED)] == [40]
    assert remove(loaded.data, loaded.store, ["mine"]) == 1
    assert loaded.query(LOADED) == []
    with pytest.raises(IngestError, match="not loaded"):
        remove(loaded.data, loaded.store, ["mine"])


def test_rollback_goes_back_one_change_at_a_time(loaded: Mine, small_store: Path) -> None:
    assert rollback(loaded.data, loaded.store) == snapshots.current(small_store).version
    assert loaded.query(LOADED) == []
    with pytest.raises(StoreError, match="no earlier data"):
        rollback(loaded.data, loaded.store)


@pytest.mark.long
def test_rollback_builds_the_data_again_that_another_version_made(loaded: Mine) -> None:
    loaded.load(loaded.table(HEADER + ROWS.replace("my-7b", "my-8b"), "b.csv"), name="later")
    one, *_ = before = read(loaded.store)["before"]
    rewrite(loaded.store, before=[one | {"tables": "of another version"}, *before[1:]])
    rollback(loaded.data, loaded.store)
    assert loaded.query("SELECT DISTINCT loaded_as FROM loaded_run") == [("mine",)]
    assert read(loaded.store)["parts"] == one["parts"]
    assert read(loaded.store)["tables"] != "of another version"


def test_what_is_loaded_outlives_new_bundled_data(loaded: Mine) -> None:
    rewrite(loaded.store, base="of an older release")
    publish(loaded.data, loaded.store)
    assert len(loaded.query(LOADED)) == 2


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_a_reader_of_the_store_takes_up_the_new_snapshot(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)
    snapshots.use(mine.store)
    snapshots.refresh()
    mine.load(mine.table())
    assert database.query("core/source_choices", study="iterations") == []
    snapshots.refresh()
    assert [row["value"] for row in database.query("core/source_choices", study="iterations")] == [
        "mine"
    ]


def test_a_damaged_pointer_leaves_the_readers_with_what_they_have(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)
    version = snapshots.use(mine.store).version
    (mine.store / POINTER).write_text("{")
    snapshots.refresh()
    assert snapshots.snapshot().version == version
    assert database.query("core/health")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "m,B,0,acc,0.5\n", r":2: 5 cells \(expected 7"),
        (HEADER + 'm,B,0,acc,"0.5,1,fraction\n', r":2: .*quot|:2: .*end of data"),
        (HEADER + "m,B,0,acc,half,1,fraction\n", "no results in it|is no number"),
        (HEADER + "m,B,x,acc,0.5,1,fraction\n", r": line 2: iteration is 'x'"),
        (HEADER + "m,B,0,acc,0.5,1,\n", r"is 0\.5 in 'value' 50% or 0\.5%\? Say --as"),
        (HEADER + ",B,0,acc,0.5,1,fraction\n", "no column names a model"),
        (HEADER, r"rl\.csv: a header without rows"),
        (
            "model,benchmark,value,unit,unit\nm,B,1,percent,percent\n",
            "two columns are called 'unit'",
        ),
        (
            "model,benchmark,value," + ",".join(f"c{n}" for n in range(1001)) + "\n",
            "a header without rows",
        ),
    ],
)
def test_a_wrong_table_is_refused_with_its_line_and_nothing_changes(
    text: str, message: str, mine: Mine
) -> None:
    version = mine.version().version
    with pytest.raises(IngestError, match=message) as error:
        mine.load(mine.table(text))
    assert "\n" not in str(error.value)
    assert mine.version().version == version
    assert not list(mine.store.glob("building-*"))
    assert not list(mine.store.glob("loading-*"))


def test_a_parquet_table_without_rows_is_not_called_loaded_already(mine: Mine) -> None:
    path = mine.folder / "t.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT 'm' AS model, 'B' AS benchmark, 0.5 AS value, 'fraction' AS unit WHERE false) "
            f"TO '{path}' (FORMAT parquet)"
        )
    with pytest.raises(IngestError, match=r"t\.parquet: no table in it"):
        mine.load(str(path))


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_another_encoding_is_refused(encoding: str, mine: Mine) -> None:
    path = mine.folder / "rl.csv"
    path.write_bytes((HEADER + ROWS.replace("my", "mÿ")).encode(encoding))
    with pytest.raises(IngestError, match=r"UTF-(8|16)|known tool"):
        mine.load(str(path), strict=True)


def test_a_byte_order_mark_is_tolerated(mine: Mine) -> None:
    path = mine.folder / "rl.csv"
    path.write_bytes(b"\xef\xbb\xbf" + (HEADER + ROWS).encode())
    assert mine.load(str(path)).runs == 2


def test_what_is_no_regular_file_is_refused(mine: Mine) -> None:
    os.mkfifo(mine.folder / "pipe")
    for path in (mine.folder / "pipe", mine.folder / "none", "https://example.org/results.json"):
        with pytest.raises(IngestError):
            mine.load(str(path))


def test_pattern_characters_in_a_name_are_taken_literally(mine: Mine) -> None:
    mine.table(HEADER + ROWS.replace("my-7b", "your-7b"), "ab.csv")
    report = mine.load(mine.table(name="a*.csv"))
    assert (report.read, report.runs) == (1, 2)
    assert {row[1] for row in mine.query(LOADED)} == {"org/my-7b"}


def test_a_load_without_a_name_is_called_after_its_folder_or_its_file_without_the_ending(
    mine: Mine,
) -> None:
    mine.table(name="qwen2.5-7b/rl.csv")
    folder = mine.folder / "qwen2.5-7b"
    assert mine.load(str(folder), name="", dry_run=True).name == "qwen2.5-7b"
    assert mine.load(str(folder / "rl.csv"), name="", dry_run=True).name == "rl"


def test_a_file_of_no_known_tool_is_skipped_with_the_reason_or_refused_when_strict(
    mine: Mine,
) -> None:
    mine.table("nothing of ours", "results/note.txt")
    mine.table(name="results/rl.csv")
    folder = str(mine.folder / "results")
    with pytest.raises(IngestError, match=r"note\.txt: not recognized"):
        mine.load(folder, strict=True)
    report = mine.load(folder, name="")
    assert "not recognized" in next(iter(report.unknown.values()))
    assert report.name == "results"
    assert report.read == 1


@pytest.mark.usefixtures("studies_made")
def test_a_description_beside_a_table_gives_its_unit_and_constants(mine: Mine) -> None:
    path = mine.table("task,step,acc\nB,10,50\nB,20,60\n", "run.csv")
    mine.table('unit = "percent"\n[constants]\nmodel = "new-1b"\n', "run.toml")
    assert mine.load(path).studies == ["scale-progress", "models"]
    assert mine.query(
        "SELECT progress, metric, value FROM result WHERE source = 'mine' ORDER BY 1"
    ) == [(0.5, "acc", 0.5), (1.0, "acc", 0.6)]
