"""Which settings of a tool's run are kept: those of an allow-list and those that the load names, never a secret."""

from collections.abc import Iterable, Mapping
from typing import Any

from reasonboard.ingest.extra_settings import LONGEST, NESTED, TOO_LONG, looks_secret
from reasonboard.ingest.files import File


def allowed_settings(
    file: File, settings: Mapping[str, Any], allowed: Iterable[str]
) -> tuple[dict[str, str], int]:
    """The settings that are allowed, or that the load of the file names, as text; how many secrets were dropped.

    Only what has a plain value is kept, and nothing that looks like a secret, even where its name is allowed.
    """
    extra = file.extra_settings
    extra.present |= extra.names & settings.keys()
    names = {*allowed, *extra.names}
    chosen: dict[str, str] = {}
    secrets = 0
    for name, value in settings.items():
        nested = isinstance(value, dict | list)
        if value is None or (nested and name not in extra.names):
            continue
        if looks_secret(name, value) and value not in ("", False):
            secrets += 1
        elif name in names and not nested and len(str(value)) <= LONGEST:
            chosen[name] = str(value)
        elif name in extra.names:
            extra.leave_out(file.name, name, NESTED if nested else TOO_LONG)
    return chosen, secrets
