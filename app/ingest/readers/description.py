"""What a table does not say itself: a TOML of the same name beside it."""

import tomllib
from dataclasses import dataclass, field
from typing import Any

from app.ingest.errors import IngestError
from app.ingest.files import File


@dataclass(frozen=True)
class Description:
    """`unit` of the values, and `constants`: columns that have one value in every row."""

    unit: str | None = None
    constants: dict[str, Any] = field(default_factory=dict)


def describe(file: File) -> Description:
    """The description beside a table, empty where there is none; raises IngestError for a wrong one."""
    beside = file.beside(file.path.with_suffix(".toml").name)
    if beside is None:
        return Description()
    try:
        about = tomllib.loads(beside.text)
    except tomllib.TOMLDecodeError as error:
        raise IngestError(f"{beside.name}: {error}") from error
    unknown = set(about) - {"unit", "constants"}
    if unknown or not isinstance(about.get("constants", {}), dict):
        raise IngestError(
            f"{beside.name}: {', '.join(sorted(unknown)) or 'constants'} (expected unit and a table [constants])"
        )
    return Description(
        about.get("unit"), {key.lower(): value for key, value in about.get("constants", {}).items()}
    )
