"""What a load leaves out: strange files, files of no tool, and damaged ones among many sound ones."""

import json
import zipfile
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.formats.errors import NothingReadError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.strange import strange
from reasonboard.ingest.readers.registry import READERS
from reasonboard.ingest.staging.left_out import alike, left_out
from reasonboard.web.loads import summary
from tests.ingest.mine import HEADER, ROWS, Mine

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
WORDS = [
    "results", "versions", "configs", "config_general", "log_history", "global_step", "eval", "status", "plan", "task",
    "model", "dataset_name", "model_name", "metrics", "num_samples", "num_scores", "acc", "_step", "_wandb",
    "_timestamp", "date", "hash", "config", "adapter_spec", "scenario_spec", "schema_version", "evaluation_results",
    "model_info", "details", "accuracy", "score",
]  # fmt: skip
"""What the readers know their documents by."""


def zipped(path: Path, flags: int = 0) -> bytes:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("results.json", "{}")
    content = path.read_bytes()
    if flags:  # of the member in the list at the end
        at = content.index(b"PK\x01\x02") + 8
        content = content[:at] + bytes([flags]) + content[at + 1 :]
    return content


@pytest.mark.parametrize(
    ("name", "content", "what", "is_lost"),
    [
        ("r.json", b"", "empty", False),
        ("r.json", POINTER.encode(), "a Git LFS pointer, not the file itself", True),
        ("model.safetensors", POINTER.encode(), "a Git LFS pointer, not the file itself", False),
        ("r.csv", b"/annex/objects/SHA256E-s1--a.csv\n", "a git-annex pointer, not the file itself", True),
        ("t.csv", "a,b\n1,2\n".encode("utf-16"), "UTF-16", True),
        ("notes.txt", "hello".encode("utf-16"), "UTF-16", False),
        ("r.json.gz", b"\x1f\x8b\x08" + bytes(20), "gzip", False),
        ("r.zip", b"PK\x03\x04" + bytes(40), "a damaged zip", False),
        ("r.json", b"{}", None, False),
    ],
)  # fmt: skip
def test_a_strange_file_says_what_it_is(
    tmp_path: Path, name: str, content: bytes, what: str | None, is_lost: bool
) -> None:
    (tmp_path / name).write_bytes(content)
    found = strange(File(tmp_path / name))
    assert (found.what if found else None) == what
    assert (found.is_lost if found else False) == is_lost


def test_a_zip_says_whether_it_has_a_password(tmp_path: Path) -> None:
    for flags, what in ((0, "a zip"), (1, "a zip with a password")):
        (tmp_path / "r.zip").write_bytes(zipped(tmp_path / "made.zip", flags))
        found = strange(File(tmp_path / "r.zip"))
        assert found
        assert (found.what, found.expected) == (what, "the unpacked files")


@pytest.mark.parametrize("more", [0, 5000])
def test_the_words_of_a_tokenizer_are_of_no_tool(tmp_path: Path, more: int) -> None:
    path = tmp_path / "vocab.json"
    words = [*WORDS, *(f"word{number}" for number in range(more))]
    path.write_text(json.dumps({word: number for number, word in enumerate(words)}))
    assert [reader for reader in READERS if reader.recognizes(File(path))] == []


def training(folder: Path) -> None:
    """A training of TRL with a checkpoint and what lies beside the weights."""
    checkpoint = folder / "plum-3b" / "checkpoint-20"
    checkpoint.mkdir(parents=True)
    history = [{"loss": 0.5, "reward": 0.25, "step": 10}, {"loss": 0.4, "reward": 0.5, "step": 20}]
    state = {"global_step": 20, "max_steps": 20, "log_history": history}
    (checkpoint / "trainer_state.json").write_text(json.dumps(state))
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    (checkpoint / "vocab.json").write_text(json.dumps(vocabulary))
    (checkpoint / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocabulary}}))
    (checkpoint / "merges.txt").write_text("#version: 0.2\na b\n")
    (checkpoint / "config.json").write_text(json.dumps({"model_type": "plum", "hidden_size": 64}))
    (checkpoint / "model.safetensors").write_text(POINTER)
    (checkpoint / "training_args.bin").write_bytes(b"PK\x03\x04" + bytes(60))
    (folder / "README.md").write_text("# Plum\n\nA *training*.\n")
    (folder / "tsconfig.json").write_text('{\n  // of an editor\n  "strict": true\n}\n')


def test_a_training_with_its_tokenizer_is_loaded_and_the_rest_costs_a_line_of_each_kind(
    mine: Mine,
) -> None:
    training(mine.folder / "runs")
    report = mine.load(str(mine.folder / "runs"))
    assert (report.read, report.runs, report.refused) == (1, 2, {})
    lines = left_out(report)
    assert [line.split(": ", 1)[-1] for line in lines] == [
        "README.md, config.json, merges.txt, tokenizer.json, vocab.json",
        "JSON with comments (expected JSON without comments)",
        "a Git LFS pointer, not the file itself (expected `git lfs pull` before the load)",
        "a damaged zip (expected a whole one, unpacked)",
    ]
    assert lines[0].startswith("5 files are not recognized: ")
    assert len(list(summary(report, "http://x/", dry_run=False))) < 10


def test_one_cut_file_among_many_stops_only_itself(
    mine: Mine, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = mine.folder / "many"
    for number in range(60):
        mine.table(HEADER + ROWS.replace("my-7b", f"my-{number}b"), f"many/{number}.csv")
    result = {"results": {"gsm8k": {"acc": 0.5}}, "versions": {"gsm8k": 1}, "config": {}}
    (folder / "results.json").write_text(json.dumps(result)[:-20])
    assert cli.main(["load", str(folder), "--strict"]) == 2
    assert "Nothing was loaded." in capsys.readouterr().err
    assert cli.main(["load", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "results.json:1:" in said.err
    assert "Loaded as many: 60 files read, 1 refused, 120 runs" in said.out
    assert cli.main(["load", str(folder), "--dry-run"]) == 2


def test_notes_that_say_the_same_of_several_files_are_one_line() -> None:
    notes = [
        "Seeds 1, 2 taken from names",
        "a/x.csv: 1 model",
        "b.csv: 2 models",
        "b/y.csv: 1 model",
    ]
    assert alike(notes) == [
        "Seeds 1, 2 taken from names", "2 files: 1 model: x.csv, y.csv", "b.csv: 2 models",
    ]  # fmt: skip


def test_a_folder_of_tables_of_the_kv_cache_is_loaded_with_one_line(mine: Mine) -> None:
    for method in ("snap", "window"):
        for window in (128, 512):
            rows = "".join(
                f"plum-7b,{method},MATH500,{window},{ratio},0.4{ratio * 8:.0f},100\n"
                for ratio in (0.25, 0.5)
            )
            header = "model,kv_method,benchmark,kv_window,kv_ratio,accuracy,n\n"
            mine.table(header + rows, f"kv/{method}/MATH500_w{window}.csv")
    report = mine.load(str(mine.folder / "kv"))
    assert (report.read, report.measurements, report.refused) == (4, 8, {})
    assert len(alike(report.notes)) == 1
    query = "SELECT kv_method, kv_window, list(value ORDER BY kv_ratio) FROM result WHERE source = 'mine' GROUP BY ALL"
    assert sorted(mine.query(query)) == [
        (method, window, [0.42, 0.44]) for method in ("snap", "window") for window in (128, 512)
    ]


def test_a_load_that_reads_nothing_says_every_kind_of_reason(mine: Mine) -> None:
    folder = mine.folder / "none"
    folder.mkdir()
    for number in range(3):
        (folder / f"results_{number}.json").write_text(POINTER)
    (folder / "note.txt").write_text("nothing of ours")
    (folder / "cut.json").write_text('{"results": ')
    with pytest.raises(NothingReadError) as error:
        mine.load(str(folder))
    cut, pointers, unknown = error.value.lines
    assert "cut.json:1:13: Expecting value" in cut
    assert pointers.startswith("3 files: a Git LFS pointer")
    assert pointers.endswith(": results_0.json, results_1.json, results_2.json")
    assert "note.txt: not recognized" in unknown
