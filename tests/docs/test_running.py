"""What the pages tell a reader to type runs: every command, request and snippet, page by page."""

import json
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from reasonboard import config
from reasonboard.cli import declaring, watch
from reasonboard.cli import main as cli
from reasonboard.ingest.loading.load import load
from reasonboard.store import database
from reasonboard.store.documents import parse_toml
from reasonboard.web.main import create_app
from tests.docs.pages import COMMAND, DOCS, PAGES, ROOT, Block, blocks
from tests.ingest.in_process import read_here, use_store

ASKS = "asks"
"""The comment of a command that ends with a question."""
TOKEN = "0123456789abcdef"
_NEEDS_STUDIES = ("api.md", "backup.md", "ci.md", "figures.md", "studies.md")
"""Pages whose commands ask for tables of studies, or for bundled results."""
_SETTING = re.compile(r"[A-Z][A-Z_]*=")
_BUCKET = re.compile(r"(s3|file)://\S+")
_NOT_RUN = {"serve": "tests/cli", "open": "tests/web/images"}
"""Commands that are only parsed here: what starts a server or needs an image."""
_ELSEWHERE = {"png", "pdf", "svg", "--site"}
"""Words of commands that take seconds, and have tests of their own (tests/cli)."""


@pytest.fixture(scope="module")
def prepared(
    small_store_template: Path, bundled_store: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[bool], Path]:
    """A small store, or a whole one with the bundled results, with the load that pages take for granted."""
    folder = tmp_path_factory.mktemp("prepared")
    scores = folder / "my.csv"
    rows = [f"my-7b{end},MATH500,{value},500,percent" for end, value in (("", 80), ("-grpo", 70))]
    scores.write_text("\n".join(["model,benchmark,value,n,unit", *rows]))

    @cache
    def made(whole: bool) -> Path:
        data = config.read({}).data if whole else small_store_template.parent / "data"
        template = bundled_store if whole else small_store_template
        store = shutil.copytree(template, folder / str(whole))
        load(data, store, [str(scores)], name="my-run")
        return store

    return made


@pytest.fixture
def reader(
    request: pytest.FixtureRequest,
    prepared: Callable[[bool], Path],
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator["Reader"]:
    """Someone in a folder with the files that the pages speak of, and with a store of their own."""
    whole = any(name in request.node.name for name in _NEEDS_STUDIES)
    store = shutil.copytree(prepared(whole), tmp_path / "store")
    use_store(monkeypatch, store, None if whole else data)
    if not whole:
        request.getfixturevalue("without_studies")
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    monkeypatch.setattr(watch, "run", lambda look, end: (look(), end()))
    here = tmp_path / "here"
    here.mkdir()
    (tmp_path / "share").mkdir()
    monkeypatch.chdir(here)
    for name in ("results", "nightly/2026-11-14"):
        shutil.copytree(ROOT / "tests" / "files" / "tidy", name)
    for name in ("results_new", "results_old"):
        Path(name).mkdir()
        Path(name, "scores.csv").write_text("model,benchmark,accuracy,n\nmy-7b,GSM8K,80.5,1319\n")
    for seed in (1, 2):
        log = Path(f"runs/grpo-seed{seed}/log.csv")
        log.parent.mkdir(parents=True)
        log.write_text(f"step,val/gsm8k_acc\n10,0.4{seed}\n20,0.5{seed}\n")
    Path("runs/README.md").write_text("Notes on the runs.\n")
    Path("runs/vocab.json").write_text('{"the": 0, "a": 1, "of": 2}')
    Path("grpo-7b.jsonl").write_text(
        '{"model": "org/m", "benchmark": "AIME24", "step": 40, "value": 0.41, "unit": "fraction"}\n'
    )
    (here / "docs").symlink_to(DOCS)
    (here / "deploy").symlink_to(ROOT / "deploy")
    yield Reader(capsys, f"file://{tmp_path}/share")
    database.close()


class Reader:
    """Types what a page has in its blocks, in their order."""

    def __init__(self, output: pytest.CaptureFixture[str], share: str) -> None:
        self._output = output
        self._share = share
        self._printed = ""
        self._names: dict[str, Any] = {}

    def follow(self, page: Path) -> None:
        """Write the files of a page, then do what its blocks say."""
        every = blocks(page)
        for block in every:
            if block.name:
                Path(block.name).write_text(block.text)
        for block in every:
            getattr(self, f"_{block.language or 'text'}", self._other)(block)

    def _sh(self, block: Block) -> None:
        self._printed = "".join(self._type(line) for line in block.text.splitlines())

    def _yaml(self, block: Block) -> None:
        for line in block.text.splitlines():
            command = line.partition("run: ")[2]
            if command.startswith(COMMAND[0]):
                self._type(command)

    def _text(self, block: Block) -> None:
        if self._printed and not block.text.startswith(("center", "half")):
            assert [line for line in block.text.splitlines() if line not in self._printed] == []

    def _json(self, block: Block) -> None:
        assert all(json.loads(line) for line in block.text.splitlines())

    def _toml(self, block: Block) -> None:
        file = Path("page.toml")
        file.write_text(block.text)
        tables = parse_toml(block.text, "page.toml").keys()
        if "roles" in tables:
            declaring.read(file)
        if {"model", "setting"} & tables:
            folder = "runs" if "path" in tables else "results"
            assert cli.main(["load", folder, "--dry-run", "--aliases", "page.toml"]) == 0

    def _python(self, block: Block) -> None:
        try:
            exec(compile(block.text, "<page>", "exec"), self._names)
        except SystemExit as end:
            self._printed = str(end.code)

    def _other(self, block: Block) -> None:
        assert block.language in ("csv", "html", "sql", "markdown"), block

    def _type(self, line: str) -> str:
        words = shlex.split(line, comments=True)
        given = []
        while words and _SETTING.match(words[0]):
            given.append(words.pop(0))
        if words and words[0] == "export":
            given += words[1:]
            words = []
        settings = dict(word.split("=", 1) for word in given if not word.startswith("SITE="))
        config.read(settings)
        for name, value in settings.items() if not words else ():
            os.environ[name] = _BUCKET.sub(self._share, value)
        if words and words[0] in COMMAND:
            return self._command(words[1:], asks=line.endswith(f"# {ASKS}"))
        if words:
            {"curl": self._curl, "make": _make, "docker": _docker, "cp": _copy}[words[0]](words[1:])
        return ""

    def _command(self, words: list[str], *, asks: bool) -> str:
        words = [_BUCKET.sub(self._share, word) for word in words]
        if words[0] in _NOT_RUN or _ELSEWHERE & set(words):
            return ""
        words, target = (words[:-2], words[-1]) if ">" in words else (words, "")
        self._output.readouterr()
        code = cli.main(words)
        captured = self._output.readouterr()
        printed = captured.out + captured.err
        verdicts = (0, 1, 3, 4) if words[0] == "compare" else ()
        assert code in verdicts or (code != 0) == asks, printed
        if target:
            Path(target).write_text(captured.out)
        return printed

    def _curl(self, words: list[str]) -> None:
        address = urlsplit(next(word for word in words if word.startswith("http")))
        path = f"{address.path}?{address.query}"
        server = create_app(config.read(os.environ | {"REASONBOARD_TOKEN": TOKEN})).test_client()
        if "--data-binary" not in words:
            assert server.get(path).status_code == 200
            return
        body = Path(words[words.index("--data-binary") + 1].removeprefix("@")).read_bytes()
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert server.post(path, data=body, headers=headers).status_code == 202


def _make(words: list[str]) -> None:
    targets = re.search(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    assert words[0] in targets[1].split()


def _docker(words: list[str]) -> None:
    if words[0] == "compose":
        file = words[words.index("-f") + 1] if "-f" in words else "compose.yaml"
        named = {word for word in words[1:] if not word.startswith("-")} - {"up", file}
        text = (ROOT / file).read_text()
        assert all(re.search(rf"^  {name}:", text, re.MULTILINE) for name in named)
    else:
        assert words[0] in ("build", "run")


def _copy(words: list[str]) -> None:
    assert Path(words[0]).is_file()


@pytest.mark.long
@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if blocks(page) and page.parent != ROOT and page.name != "python.md"],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_a_page_does_what_it_says(page: Path, reader: Reader) -> None:
    reader.follow(page)


@pytest.mark.parametrize("name", ["tutorial/first-ten-minutes.md", "reference/settings.md"])
def test_the_first_page_does_what_it_says(name: str, reader: Reader) -> None:
    reader.follow(DOCS / name)


def test_a_wrong_line_is_noticed(reader: Reader, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    for line in ("make nothing", "docker compose up nothing", "reasonboard laod x", "npm start"):
        page.write_text(f"```sh\n{line}\n```\n")
        with pytest.raises((AssertionError, KeyError)):
            reader.follow(page)
