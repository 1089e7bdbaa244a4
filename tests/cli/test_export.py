"""`reasonboard export`: files of views, without a server."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from reasonboard.cli import main as cli
from reasonboard.export.forms import FORMS
from reasonboard.export.metadata import origin
from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from reasonboard.web.api.state import UnknownError, addressed
from tests.ingest.in_process import use_store

Export = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def export(
    monkeypatch: pytest.MonkeyPatch, bundled_store: Path, capsys: pytest.CaptureFixture[str]
) -> Export:
    """Runs the command: its exit code, the lines it printed, and what it said on stderr."""
    use_store(monkeypatch, bundled_store)

    def run(*arguments: str | Path) -> tuple[int, list[str], str]:
        code = cli.main(["export", *map(str, arguments)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out.splitlines(), captured.err

    return run


def ending(path: Path) -> str:
    return "figure.json" if path.name.endswith(".figure.json") else path.suffix[1:]


def test_one_view_in_every_form(export: Export, tmp_path: Path, bundled_store: Path) -> None:
    forms = [part for form in FORMS for part in ("--form", form.ending)]
    code, lines, _ = export(
        "https://anywhere.example:1/under/kv-cache?benchmark=AMC23#by_window",
        *forms,
        "-o",
        tmp_path,
    )
    assert code == 0
    assert sorted(lines) == sorted(str(path) for path in tmp_path.iterdir())
    assert len(lines) == len(FORMS)
    for form in FORMS:
        (path,) = [Path(line) for line in lines if ending(Path(line)) == form.ending]
        assert path.stat().st_size
        if form.ending in ("png", "svg", "pdf"):
            version = snapshots.current(bundled_store).version
            kept = f"/kv-cache?source=dynts-readings&benchmark=AMC23&data={version}"
            assert origin(path.read_bytes()).address == kept


def test_a_page_gives_all_its_views_and_an_address_of_the_api_one(
    export: Export, tmp_path: Path
) -> None:
    code, lines, _ = export(
        "/kv-cache", "api/iterations/course.md", "-o", tmp_path, "--form", "csv"
    )
    assert code == 0
    views = next(study for study in STUDIES if study.path == "kv-cache").views
    names = [Path(line).name for line in lines]
    assert [name.split("-")[2] for name in names[:-1]] == [view.name for view in views]
    assert names[-1].startswith("iterations-course-")


def test_size_and_scheme_are_those_of_the_address_or_what_is_said(
    export: Export, tmp_path: Path
) -> None:
    url = "/api/kv-cache/by_window.png?size=one&scheme=dark"
    code, lines, message = export(url, f"{url}&size=nine", "-o", tmp_path, "--size", "two")
    assert (code, message) == (0, "")
    assert [
        line.endswith(end)
        for line, end in zip(lines, ["-6.75in-dark.png", "-6.75in-dark-2.png"], strict=True)
    ]
    with Image.open(io.BytesIO(Path(lines[0]).read_bytes())) as picture:
        assert picture.width == 2025


def test_names_are_safe_and_what_was_there_before_is_replaced(
    export: Export, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("as it was")
    folder = tmp_path / "made" / "here"
    url = "/kv-cache?benchmark=AMC23#grid"
    _, first, _ = export(url, "-o", folder, "--form", "csv")
    Path(first[0]).unlink()
    Path(first[0]).symlink_to(outside)
    code, second, _ = export(url, url, "-o", folder, "--form", "csv")
    assert code == 0
    assert second[0] == first[0]
    assert second[1] == first[0].removesuffix(".csv") + "-2.csv"
    assert outside.read_text() == "as it was"
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+", Path(line).name) for line in second)
    assert {path.name for path in folder.iterdir()} == {Path(line).name for line in second}


@pytest.mark.parametrize(
    ("url", "message"),
    [("/nonsense", "Unknown study"), ("/kv-cache#nonsense", "Unknown view"), ("../../etc/passwd", "Unknown study"),
     ("/kv-cache/../../x", "Unknown study"), ("http://[", "is not an address"), ("", "Unknown study"),
     ("/kv-cache%ff", "is not an address"),
     ("/api/kv-cache/grid.xlsx", "unknown form"), ("/api/kv-cache/../grid", "Unknown study"),
     ("/kv-cache?" + "a" * 10_000_000, "too long"),
     ("/kv-cache\n\x1b[31m", "Unknown study"), ("/api/type-length/grid.md", "2,000")],
    ids=lambda text: text[:24],
)  # fmt: skip
def test_wrong_input_is_one_line_and_writes_nothing(
    export: Export, tmp_path: Path, url: str, message: str
) -> None:
    code, lines, error = export("/api/kv-cache/grid.csv", url, "-o", tmp_path / "made")
    assert (code, lines) == (2, [])
    assert error.count("\n") == 1
    assert message in error
    assert "\x1b" not in error
    assert not (tmp_path / "made").exists() or not list((tmp_path / "made").iterdir())


def test_what_is_foreign_in_a_state_is_told(export: Export, tmp_path: Path) -> None:
    code, lines, error = export("/kv-cache?benchmark=zz#by_window", "-o", tmp_path, "--form", "csv")
    assert (code, len(lines)) == (0, 1)
    assert "“zz” is not available here" in error


def test_without_a_browser_a_line_says_what_to_install(
    export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    code, lines, error = export("/kv-cache", "-o", tmp_path)
    assert (code, lines) == (2, [])
    assert "pip install reasonboard[images]" in error
    assert error.count("\n") == 1
    assert export("/kv-cache#grid", "-o", tmp_path, "--form", "csv")[0] == 0


def test_a_folder_that_cannot_be_written_to_is_told(export: Export, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, error = export("/kv-cache#grid", "-o", tmp_path / "file" / "x", "--form", "csv")
    assert code == 2
    assert "cannot be written to" in error


def test_an_address_is_understood_on_any_host_and_under_any_path() -> None:
    pages = ["/kv-cache#grid", "kv-cache#grid", "http://h/p/kv-cache/#grid"]
    for url in [*pages, "//h/api/kv-cache/grid", "/p/api/kv-cache/grid.csv"]:
        found = addressed(url)
        assert (found.study.path, [view.name for view in found.views]) == ("kv-cache", ["grid"])
    with pytest.raises(UnknownError):
        addressed("/" + "a/" * 50 + "kv-cache")
