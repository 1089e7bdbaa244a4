"""Commands of the pages: all are as the command line takes them, and those of docs/guides/load.md and names.md run."""

import os
import shutil
from pathlib import Path

import click
import pytest

from reasonboard.cli import main as cli
from reasonboard.cli import watch
from reasonboard.store import database
from tests.docs.pages import DOCS, PAGES, ROOT, Line, blocks, commands
from tests.ingest.in_process import read_here

ASKS = "asks"
"""The comment of a command that ends with a question."""


def problem(words: list[str]) -> str:
    """Why the command line does not take these words; '' if it does."""
    left = list(words)
    command: click.Command | None = cli.reasonboard
    while isinstance(command, click.Group) and left:
        command = command.get_command(click.Context(command), left.pop(0))
    if command is None or isinstance(command, click.Group):
        return "no such command"
    try:
        values, rest, _ = command.make_parser(click.Context(command)).parse_args(args=left)
    except click.UsageError as error:
        return error.format_message()
    given = {name for name, value in values.items() if isinstance(value, str | tuple) and value}
    named = [each.name for each in command.params if each.required and each.name not in given]
    return f"left over: {rest}" if rest else f"missing: {named}" if named else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_of_a_page_are_as_the_command_line_takes_them(page: Path) -> None:
    lines = [line.words for block in blocks(page) for line in commands(block)]
    assert [(" ".join(words), why) for words in lines if (why := problem(words))] == []


def test_a_wrong_command_is_noticed() -> None:
    assert problem(["load", "x", "--nmae", "y"])
    assert problem(["laod", "x"])
    assert problem(["watch"])
    assert problem(["rollback", "x"])


@pytest.fixture
def folder(
    data: Path,
    small_store: Path,
    tmp_path: Path,
    without_studies: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """A folder with the files that docs/guides/load.md speaks of, in which its commands run on a store of their own."""
    for name in list(os.environ):
        if name in ("HOST", "PORT") or name.startswith("REASONBOARD_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("REASONBOARD_STORE", str(small_store))
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    monkeypatch.setattr(watch, "run", lambda look, end: (look(), end()))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    shutil.copytree(ROOT / "tests" / "files" / "tidy", "results")
    for seed in (1, 2):
        log = Path(f"runs/grpo-seed{seed}/log.csv")
        log.parent.mkdir(parents=True)
        log.write_text(f"step,val/gsm8k_acc\n10,0.4{seed}\n20,0.5{seed}\n")
    Path("runs/README.md").write_text("Notes on the runs.\n")
    Path("runs/vocab.json").write_text('{"the": 0, "a": 1, "of": 2}')
    return tmp_path / "here"


def run(line: Line, output: pytest.CaptureFixture[str]) -> str:
    """What a command prints; one that asks fails, and all others succeed."""
    code = cli.main(line.words)
    captured = output.readouterr()
    printed = captured.out + captured.err
    assert (code != 0) == (line.comment == ASKS), printed
    return printed


def follow(page: Path, output: pytest.CaptureFixture[str]) -> int:
    """Write the files of a page, run its commands, and look for what it says they print."""
    printed, count = "", 0
    for block in blocks(page):
        if block.name:
            Path(block.name).write_text(block.text)
        lines = list(commands(block))
        if lines:
            printed = "".join(run(line, output) for line in lines)
        count += len(lines)
        if block.language == "text":
            assert [line for line in block.text.splitlines() if line not in printed] == []
    return count


@pytest.mark.long
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("name", "least"), [("guides/load.md", 7), ("reference/names.md", 2)])
def test_a_page_on_loads_does_what_it_says(
    name: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert follow(DOCS / name, capsys) >= least
    database.close()


@pytest.mark.usefixtures("folder")
def test_the_first_table_of_the_page_on_loading_is_read_as_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    every = blocks(DOCS / "guides" / "load.md")
    at = next(at for at, block in enumerate(every) if block.name == "scores.csv")
    Path("scores.csv").write_text(every[at].text)
    (line,) = commands(every[at + 1])
    said = every[at + 2].text.replace("Loaded", "Would load")
    assert said in run(Line([*line.words, "--dry-run"], ""), capsys)
    database.close()


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_tables_on_the_page_of_formats_are_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    tables = [block for block in blocks(DOCS / "reference" / "formats.md") if block.name]
    assert len(tables) > 1
    for block in tables:
        Path(block.name).write_text(block.text)
        run(Line(["load", block.name, "--dry-run"], ""), capsys)
    database.close()
