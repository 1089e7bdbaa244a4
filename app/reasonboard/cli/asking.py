"""What the columns of tables are: the option `--as`, and the questions that are asked on a terminal."""

import sys
from collections.abc import Mapping, Sequence

import click

from reasonboard import config
from reasonboard.cli.load_options import refusing
from reasonboard.cli.terminal import message, printable
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.readers.tables.answers import parse
from reasonboard.ingest.readers.tables.reading import Question
from reasonboard.ingest.snapshot.publish import loaded_files

_SHOWN = 5
"""How many names a line lists."""


def _checked(texts: Sequence[str]) -> tuple[str, ...]:
    parse(texts)
    return tuple(texts)


OPTION = click.option(
    "--as",
    "answers",
    multiple=True,
    metavar="COLUMN=ROLE",
    callback=refusing(_checked),
    help="What a column of a table is: 'Score=accuracy of GSM8K in percent', 'Team=model', 'Note=not used'; or set "
    "a value for all rows: model=plum-7b. Can be repeated.",
)


@click.command()
@click.argument("load")
@click.argument("file", default="")
def reading(load: str, file: str) -> None:
    """Print how a table was read, as TOML that you can edit and reuse.

    Saved as NAME.toml it is used for NAME.csv in the same folder. FILE chooses one of several tables of the load.

    \b
    Examples:
      reasonboard reading my-sweep > sweep.toml
      reasonboard reading my-sweep scores.csv
    """
    kept = [
        one for one in loaded_files(config.read().store).readings if one.load == load and one.toml
    ]
    chosen = [one for one in kept if not file or one.file == file]
    if not chosen:
        files = ", ".join(one.file for one in kept[:_SHOWN])
        expected = (
            f"one of its tables: {files}"
            if files
            else "a load of `reasonboard runs` that has tables"
        )
        raise click.ClickException(f"{file or load}: no such table (expected {expected})")
    if len({one.toml for one in chosen}) > 1:
        files = ", ".join(one.file for one in chosen[:_SHOWN])
        raise click.ClickException(
            f"{load}: its tables were read in different ways (expected FILE, one of {files})"
        )
    print("\n".join(map(printable, chosen[-1].toml.splitlines())))


def is_terminal() -> bool:
    """Can a person answer questions?"""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(questions: Mapping[str, Question]) -> tuple[str, ...]:
    """Ask each question once; the answers as after `--as`. Enter answers nothing."""
    files: dict[str, list[str]] = {}
    for name, question in questions.items():
        files.setdefault(question.text, []).append(name)
    said = []
    for names in files.values():
        question = questions[names[0]]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        click.echo(message(f"{names[0]}{more}: {question.text}"), err=True)
        for number, option in enumerate(question.options, 1):
            makes = f" ({option.makes})" if option.makes else ""
            click.echo(message(f"  {number}  {option.words}{makes}"), err=True)
        answer = _answer(question)
        if answer:
            said.append(answer)
    return tuple(said)


def _answer(question: Question) -> str:
    """The option of a number, or COLUMN=ROLE as it is typed; '' for none."""
    count = len(question.options)
    numbers = f"1 to {count}, or COLUMN=ROLE" if count else "COLUMN=ROLE"
    while True:
        text = str(
            click.prompt(
                f"{numbers} (Enter leaves the file out)", default="", show_default=False, err=True
            )
        ).strip()
        if text.isdecimal() and 1 <= int(text) <= count:
            return question.options[int(text) - 1].say
        try:
            parse([text] if text else [])
        except IngestError as error:
            click.echo(message(str(error)), err=True)
        else:
            return text
