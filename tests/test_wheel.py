"""The wheel, installed in an empty environment: one package, with all the files that it needs."""

import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.serving import serving

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SOURCES = {
    "app/reasonboard": "reasonboard",
    "assets": "reasonboard/_bundled/assets",
    "data": "reasonboard/_bundled/data",
}
KINDS = {".py", ".sql", ".html", ".js", ".css", ".csv", ".toml"}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(BIN / "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The `bin` of an environment that has the wheel, and the packages of this one behind it."""
    environment = wheel.parent / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=wheel.parent)
    python = environment / "bin" / "python"
    install = (BIN / "uv", "pip", "install", "--offline", "--no-deps", "--no-index")
    run(*install, "--python", python, wheel, cwd=wheel.parent)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    # A path file within a folder that a path file names is not read: the checkout stays out.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return environment / "bin"


def expected() -> Iterator[str]:
    """The files of the checkout, as the wheel calls them."""
    for folder, inside in SOURCES.items():
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield f"{inside}/{file.relative_to(ROOT / folder).as_posix()}"


def test_the_wheel_holds_one_package_with_every_file_of_the_checkout(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == set(expected())
    assert {name.split("/")[0] for name in names} == {"reasonboard"}
    assert {Path(name).suffix for name in names} >= KINDS


def test_the_package_is_imported_from_the_environment(installed: Path, tmp_path: Path) -> None:
    code = (
        "import reasonboard, importlib.util as u; print(reasonboard.__file__, u.find_spec('app'))"
    )
    file, app = run(installed / "python", "-c", code, cwd=tmp_path).split()
    assert Path(file).is_relative_to(installed.parent)
    assert app == "None"


@pytest.mark.long
def test_the_command_says_its_subcommands(installed: Path, tmp_path: Path) -> None:
    help_text = run(installed / "reasonboard", "--help", cwd=tmp_path)
    assert {"serve", "load", "query", "export", "check"} <= set(help_text.split())


@pytest.mark.long
def test_the_command_serves_pages_assets_and_bundled_data(installed: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "store", command=str(installed / "reasonboard")) as home:
        for path in ("", "kv-cache", "api", "assets/style.css", "api/kv-cache/grid.csv"):
            with urlopen(home + path, timeout=30) as answer:
                assert answer.status == 200
                assert len(answer.read().splitlines()) > 1
