"""Where a Chromium is looked for, and what is said where there is none."""

from pathlib import Path

import pytest

from reasonboard.web.images import service
from reasonboard.web.images.service import MissingError


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_it_is_found_by_its_setting_before_the_path(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    onpath = program(tmp_path / "bin", "google-chrome")
    named = program(tmp_path, "own")
    assert service.chromium({"PATH": str(tmp_path / "bin")}) == onpath
    assert service.chromium({"PATH": str(tmp_path / "bin"), "CHROMIUM": named}) == named


@pytest.mark.parametrize(
    "environ", [{"PATH": ""}, {}, {"PATH": "/nowhere"}, {"CHROMIUM": "/nowhere/x"}]
)
def test_without_one_a_line_says_what_to_install(environ: dict[str, str]) -> None:
    with pytest.raises(MissingError) as problem:
        service.chromium({"PATH": "/nowhere"} | environ)
    assert "pip install reasonboard[images]" in str(problem.value)
    assert "CHROMIUM=/path" in str(problem.value)
    assert "\n" not in str(problem.value)


def test_without_the_extra_a_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(service, "find_spec", lambda _: None)
    with pytest.raises(MissingError, match="playwright is missing"):
        service.chromium({"CHROMIUM": program(tmp_path, "own")})
