"""Sources that are small enough to be built anew in every test."""

import shutil
from pathlib import Path

import pytest

from app import config


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the two smallest bundled sources, to be spoilt."""
    bundled = config.read({}).data
    copy = tmp_path / "data"
    shutil.copytree(bundled / "catalogue", copy / "catalogue")
    for name in ("caption-kv-cache", "caption-prm-selection"):
        for suffix in (".csv", ".toml"):
            shutil.copy(bundled / f"{name}{suffix}", copy)
    return copy
