"""What a person says of names: applied at a load and again without the files."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import alias
from reasonboard.ingest.names import aliases
from reasonboard.ingest.snapshot.publish import rollback
from tests.ingest.mine import Mine
from tests.ingest.readers.found import put

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


def shown(mine: Mine) -> list[tuple[object, ...]]:
    return mine.query(
        "SELECT model, params_b, step, progress, benchmark, study FROM result "
        "WHERE source LIKE 'mine%' ORDER BY step"
    )


def read_aliases(mine: Mine, text: str = SAID) -> aliases.Aliases:
    return aliases.read(Path(mine.table(text, "said.toml")))


@pytest.mark.long
def test_aliases_are_applied_again_without_the_files(mine: Mine) -> None:
    table = mine.table(RUNS)
    mine.load(table)
    assert [row[0] for row in shown(mine)] == ["lab/run-a", "lab/run-a"]
    assert [row[3] for row in shown(mine)] == [0.5, 1.0]
    Path(table).unlink()
    alias(mine.data, mine.store, read_aliases(mine))
    assert shown(mine) == [
        ("Alpha 3B", 3.0, 100, 0.25, "MMLU", "scale-progress"),
        ("Alpha 3B", 3.0, 200, 1.0, "MMLU", "scale-progress"),
    ]


def test_the_steps_of_the_whole_training_are_said_once_for_the_shown_name(mine: Mine) -> None:
    text = '[model."lab/run-a"]\nname = "Alpha 3B"\nparams_b = 3\nsteps = 400\n'
    mine.load(mine.table(RUNS), aliases=read_aliases(mine, text))
    assert [row[:4] for row in shown(mine)] == [
        ("Alpha 3B", 3.0, 100, 0.25), ("Alpha 3B", 3.0, 200, 0.5)
    ]  # fmt: skip


def test_what_a_person_says_is_no_longer_marked_as_inferred(mine: Mine) -> None:
    sizes = "SELECT params_b, inferred FROM model WHERE name = 'lab/run-7b'"
    mine.load(mine.table(RUNS.replace("lab/run-a", "lab/run-7b")))
    assert mine.query(sizes) == [(7.0, True)]
    alias(mine.data, mine.store, aliases.Aliases({"lab/run-7b": {"params_b": 7.6}}))
    assert mine.query(sizes) == [(7.6, False)]


@pytest.mark.long
def test_aliases_of_models_that_nobody_loaded_are_named(mine: Mine) -> None:
    mine.load(mine.table(RUNS))
    said = aliases.Aliases({"lab/run-a": {"name": "A"}, "lab/run-z": {"name": "Z"}})
    assert alias(mine.data, mine.store, said) == [
        "No loaded run has a model lab/run-z: `reasonboard names` lists how files write them."
    ]
    assert alias(mine.data, mine.store, aliases.Aliases({"A": {"params_b": 3}})) == []


def test_a_step_that_no_name_tells_can_be_said(mine: Mine) -> None:
    text = "model,benchmark,metric,value,unit\nm-sft-continue-2934,B,acc,40,percent\n"
    step = read_aliases(mine, '[model."m-sft-continue-2934"]\niteration = 2934\n')
    mine.load(mine.table(text), aliases=step)
    assert [row[5] for row in shown(mine)] == ["iterations"]


@pytest.mark.long
def test_new_aliases_are_a_new_snapshot_that_rollback_leaves(mine: Mine) -> None:
    mine.load(mine.table(RUNS))
    before = shown(mine)
    alias(mine.data, mine.store, read_aliases(mine))
    assert shown(mine) != before
    rollback(mine.data, mine.store)
    assert shown(mine) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[models]\na = 'b'\n",
            r"models is not understood \(expected one of model, benchmark, step, path, setting\)",
        ),
        (
            "[model.a]\nsize = 7\n",
            r"model\.a\.size is not understood \(expected one of name, family",
        ),
        ("[model.a]\nparams_b = 0\n", r"params_b is 0 \(expected a number above 0"),
        ("[model.a]\nstep = -1\n", r"step is -1 \(expected a number from 0 to"),
        ("[step]\na = true\n", r"step\.a is True \(expected a number from 0 to 2147483647, whole"),
        ("[benchmark]\na = 5\n", r"benchmark\.a is 5 \(expected a name\)"),
        ("[model\n", r"said\.toml:1:7: .* \(expected TOML\)"),
    ],
)
def test_wrong_aliases_are_refused_by_name(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=message):
        aliases.read(put(tmp_path / "said.toml", text).path)


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("usd_per_mtok = 2", "a price without its day"),
        ("priced = 2026-11-01", "a price without its day"),
        ("usd_per_mtok = 0\npriced = 2026-11-01", "a number above 0"),
        ('usd_per_mtok = 2\npriced = "soon"', "a day, as 2026-11-24"),
        ("usd_per_mtok = 2\npriced = 2026-11-01T08:00:00", "a day, as 2026-11-24"),
    ],
)
def test_a_price_has_its_day(mine: Mine, lines: str, wrong: str) -> None:
    with pytest.raises(IngestError, match=wrong):
        read_aliases(mine, f'[model."x"]\n{lines}\n')
