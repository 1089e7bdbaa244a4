"""No page, message, help text or doc has a word that we do not use."""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from reasonboard.studies import STUDIES
from reasonboard.web.components.glossary import GLOSSARY
from tests.docs.pages import PAGES, ROOT, table
from tests.words import collected
from tests.words.collected import Sentence

LIST = ROOT / "docs" / "reference" / "glossary.md"
_DOCS = [page for page in PAGES if page != LIST]
_SPELLING = ("--builtin", "clear,rare,en-GB_to_en-US")


def banned() -> list[re.Pattern[str]]:
    """The words of the second table of the glossary; a number in one is any number."""
    words = [word for row in table(LIST, "not") if row[0] for word in row[0].split(", ")]
    return [
        re.compile(rf"(?<![\w-]){re.sub(r'[0-9]+', '[0-9]+', re.escape(word))}(?![\w-])", re.I)
        for word in words
    ]


def wrong(sentences: Iterable[Sentence]) -> list[str]:
    """The sentences that have a word which we do not use, each with its place."""
    patterns = banned()
    return [
        f"{place}: {pattern.search(text)[0]!r} in {text!r}"  # type: ignore[index]
        for place, text in sentences
        for pattern in patterns
        if pattern.search(text)
    ]


def written(sentences: Iterable[Sentence], path: Path) -> Path:
    """All sentences in a file, one a line, to read them aloud."""
    path.write_text("".join(f"{place}\t{' '.join(text.split())}\n" for place, text in sentences))
    return path


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> list[Sentence]:
    """What the code of pages writes; the file with it is named."""
    sentences = list(collected.of_app())
    print(written(sentences, tmp_path_factory.mktemp("words") / "app.txt"))
    return sentences


def test_many_sentences_of_each_kind_are_collected(app: list[Sentence]) -> None:
    for ending, least in ((".py", 1500), (".html", 80), (".js", 40), (".sql", 20)):
        assert sum(place.partition(":")[0].endswith(ending) for place, _ in app) > least, ending


def test_pages_use_no_banned_word(app: list[Sentence]) -> None:
    assert wrong(app) == []


@pytest.mark.long
def test_pages_of_the_bundled_data_show_no_banned_word(bundled: None, tmp_path: Path) -> None:
    shown = list(dict.fromkeys(collected.of_pages(STUDIES)))
    print(written(shown, tmp_path / "pages.txt"))
    assert len(shown) > 1000
    assert wrong(shown) == []


def test_help_uses_no_banned_word() -> None:
    sentences = list(collected.of_commands())
    assert len(sentences) > 60
    assert wrong(sentences) == []


@pytest.mark.parametrize("page", _DOCS, ids=lambda page: page.name)
def test_docs_use_no_banned_word(page: Path) -> None:
    assert wrong(collected.of_markdown(page)) == []


@pytest.mark.parametrize(
    "text", ["It stands in a table anew.", "A and B cannot be told apart.", "Grey: 90 %"]
)
def test_a_banned_word_is_found(text: str, tmp_path: Path) -> None:
    path = written([Sentence("place", text)], tmp_path / "text.txt")
    assert wrong([Sentence("place", text)]) or misspelled(path)


def misspelled(path: Path) -> str:
    """What codespell finds in a file."""
    run = [
        sys.executable,
        "-m",
        "codespell_lib",
        *_SPELLING,
        "--ignore-words-list",
        "rouge,mape,als",
        str(path),
    ]
    return subprocess.run(run, capture_output=True, text=True, check=False).stdout


def test_spelling_is_american(app: list[Sentence], tmp_path: Path) -> None:
    assert misspelled(written(app, tmp_path / "app.txt")) == ""


def test_the_glossary_of_the_docs_is_that_of_the_pages() -> None:
    assert dict(table(LIST, "word")) == GLOSSARY
