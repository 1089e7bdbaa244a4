"""What the set-up fetches for browsers, from an npm that is made up here."""

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "install-libraries"
ARCHIVE = "charts-1.2.3.tgz"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with the script, an archive that it wants, and an npm that packs it where it is called."""
    archive = tmp_path / "npm" / ARCHIVE
    archive.parent.mkdir()
    with tarfile.open(archive, "w:gz") as packed:
        for name in ("LICENSE", "plotly-cartesian.min.js"):
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(name)
            packed.addfile(member, io.BytesIO(name.encode()))
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    sums = tmp_path / "scripts" / "libraries.sha512"
    sums.write_text(
        f"{hashlib.sha512(archive.read_bytes()).hexdigest()}  {ARCHIVE}  plotly-cartesian.min.js\n"
    )
    npm = tmp_path / "npm" / "npm"
    npm.write_text(f'#!/bin/sh\n[ "$3" = charts@1.2.3 ] && cp "{archive}" .\n')
    npm.chmod(0o755)
    return tmp_path


def install(work: Path, folder: str) -> subprocess.CompletedProcess[str]:
    path = f"{work / 'npm'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["scripts/install-libraries", folder],
        cwd=work,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("absolute", [False, True])
def test_the_build_stands_in_the_folder_however_that_is_written(work: Path, absolute: bool) -> None:
    done = install(work, str(work / "share" / "new") if absolute else "share/new")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in (work / "share" / "new").iterdir()) == [
        "plotly-LICENSE",
        "plotly-cartesian.min.js",
    ]


def test_a_build_that_is_not_the_chosen_one_is_refused(work: Path) -> None:
    sums = work / "scripts" / "libraries.sha512"
    sums.write_text(f"{'0' * 128}  {ARCHIVE}  plotly-cartesian.min.js\n")
    done = install(work, "share")
    assert done.returncode == 1
    assert "sha512 differs" in done.stderr
    assert list((work / "share").iterdir()) == []


def test_without_the_package_the_whole_library_is_served(work: Path) -> None:
    (work / "npm" / "npm").write_text("#!/bin/sh\nexit 1\n")
    done = install(work, "share")
    assert done.returncode == 0
    assert "the whole of plotly.js is served" in done.stderr


def test_every_library_is_named_with_its_digest_and_its_file() -> None:
    lines = [line.split() for line in (SCRIPT.parent / "libraries.sha512").read_text().splitlines()]
    assert [file for _, _, file in lines] == ["plotly-cartesian.min.js", "dist/katex.min.js"]
    assert all(len(digest) == 128 for digest, _, _ in lines)
