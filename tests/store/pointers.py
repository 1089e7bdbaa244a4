"""The pointer of a store as a test wants it."""

import json
from pathlib import Path
from typing import Any

from reasonboard.store.pointer import POINTER
from reasonboard.store.sealed import seal, unseal


def rewrite(store: Path, **changes: Any) -> None:
    """Let the pointer say something else, with the checksum of that."""
    pointer = store / POINTER
    pointer.write_text(seal(unseal(pointer.read_text()) | changes))


def read(store: Path) -> dict[str, Any]:
    """What the pointer says."""
    content: dict[str, Any] = json.loads((store / POINTER).read_text())
    return content
