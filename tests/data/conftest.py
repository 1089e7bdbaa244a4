"""The original files, where they are at hand."""

from pathlib import Path

import pytest

from .bundle import SHARED


@pytest.fixture
def originals() -> Path:
    """The directory of the original tables."""
    return _present(SHARED / "data")


@pytest.fixture
def captions() -> Path:
    """The directory of the written descriptions."""
    return _present(SHARED / "captions")


def _present(directory: Path) -> Path:
    if not directory.is_dir():
        pytest.skip(f"the originals are not beside the repository: no {SHARED.name}/ there")
    return directory
