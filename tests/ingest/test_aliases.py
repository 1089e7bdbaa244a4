"""What a person says of names: applied at a load and again without the files."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest import aliases
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.load import alias, load
from reasonboard.ingest.publish import rollback
from reasonboard.store import database, snapshots

RUNS = (
    "model,benchmark,step,metric,value,unit\n"
    "lab/run-a-step100,MMLU-x,100,acc,40,percent\n"
    "lab/run-a-step200,MMLU-x,200,acc,50,percent\n"
)
SAID = """
[model."lab/run-a-step100"]
name = "Alpha 3B"
family = "Alpha"
params_b = 3.0
steps = 400
[model]
"lab/run-a-step200" = "Alpha 3B"
[benchmark]
"MMLU-x" = "MMLU"
"""


@pytest.fixture
def store(small_store: Path) -> Iterator[Path]:
    yield small_store
    database.close()


def written(tmp_path: Path, text: str, name: str) -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def shown(store: Path) -> list[tuple[object, ...]]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(
            "SELECT model, params_b, step, progress, benchmark, study FROM result "
            "WHERE source LIKE 'mine%' ORDER BY step"
        ).fetchall()


def sizes(store: Path, model: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(
            "SELECT params_b, inferred FROM model WHERE name = ?", [model]
        ).fetchall()


def test_aliases_are_applied_again_without_the_files(
    data: Path, store: Path, tmp_path: Path
) -> None:
    table = written(tmp_path, RUNS, "t.csv")
    load(data, store, [str(table)], name="mine")
    assert [row[0] for row in shown(store)] == ["lab/run-a", "lab/run-a"]
    assert [row[3] for row in shown(store)] == [0.5, 1.0]
    table.unlink()
    alias(data, store, aliases.read(written(tmp_path, SAID, "said.toml")))
    assert shown(store) == [
        ("Alpha 3B", 3.0, 100, 0.25, "MMLU", "scale-progress"),
        ("Alpha 3B", 3.0, 200, 1.0, "MMLU", "scale-progress"),
    ]


def test_the_steps_of_the_whole_training_are_said_once_for_the_shown_name(
    data: Path, store: Path, tmp_path: Path
) -> None:
    said = aliases.read(
        written(tmp_path, '[model."lab/run-a"]\nname = "Alpha 3B"\nparams_b = 3\nsteps = 400\n', "s.toml")
    )  # fmt: skip
    load(data, store, [str(written(tmp_path, RUNS, "t.csv"))], name="mine", aliases=said)
    assert [row[:4] for row in shown(store)] == [
        ("Alpha 3B", 3.0, 100, 0.25), ("Alpha 3B", 3.0, 200, 0.5)
    ]  # fmt: skip


def test_what_a_person_says_is_no_longer_marked_as_inferred(
    data: Path, store: Path, tmp_path: Path
) -> None:
    text = RUNS.replace("lab/run-a", "lab/run-7b")
    load(data, store, [str(written(tmp_path, text, "t.csv"))], name="mine")
    assert sizes(store, "lab/run-7b") == [(7.0, True)]
    alias(data, store, aliases.Aliases({"lab/run-7b": {"params_b": 7.6}}))
    assert sizes(store, "lab/run-7b") == [(7.6, False)]


def test_a_step_that_no_name_tells_can_be_said(data: Path, store: Path, tmp_path: Path) -> None:
    text = "model,benchmark,metric,value,unit\nm-sft-continue-2934,B,acc,40,percent\n"
    said = written(tmp_path, '[model."m-sft-continue-2934"]\niteration = 2934\n', "s.toml")
    load(
        data,
        store,
        [str(written(tmp_path, text, "t.csv"))],
        name="mine",
        aliases=aliases.read(said),
    )
    assert [row[5] for row in shown(store)] == ["iterations"]


def test_new_aliases_are_a_new_snapshot_that_rollback_leaves(
    data: Path, store: Path, tmp_path: Path
) -> None:
    load(data, store, [str(written(tmp_path, RUNS, "t.csv"))], name="mine")
    before = shown(store)
    alias(data, store, aliases.read(written(tmp_path, SAID, "said.toml")))
    assert shown(store) != before
    rollback(store)
    assert shown(store) == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[models]\na = 'b'\n", r"models \(expected \[model\], \[benchmark\] or \[step\]\)"),
        ("[model.a]\nsize = 7\n", r"model\.'a': size \(expected one of name, family"),
        ("[model.a]\nparams_b = 0\n", r"params_b is 0 \(expected a number above 0"),
        ("[model.a]\nstep = -1\n", r"step is -1 \(expected a number from 0 to"),
        ("[step]\na = true\n", r"step is True \(expected a number from 0 to 2147483647, whole"),
        ("[benchmark]\na = 5\n", r"benchmark\.'a' is 5 \(expected a name\)"),
        ("[model\n", r"said\.toml:1:7: .* \(expected TOML\)"),
    ],
)
def test_wrong_aliases_are_refused_by_name(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=told):
        aliases.read(written(tmp_path, text, "said.toml"))
