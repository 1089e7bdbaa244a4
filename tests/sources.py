"""A copy of some of the bundled sources, to be spoilt."""

import shutil
from pathlib import Path

from reasonboard import config


def two_sources(copy: Path) -> Path:
    """Copy the two smallest bundled sources: they are published within a second."""
    bundled = config.read({}).data
    shutil.copytree(bundled / "catalogue", copy / "catalogue")
    for name in ("caption-kv-cache", "caption-prm-selection"):
        for suffix in (".csv", ".toml"):
            shutil.copy(bundled / f"{name}{suffix}", copy)
    return copy
