"""Which settings of a run are kept: those of an allow-list, never a secret."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

_SECRET_NAME = re.compile(r"key|token$|secret|passw|authori|credential|bearer", re.IGNORECASE)
_SECRET_VALUE = re.compile(
    r"\b(sk|hf|gh[pousr]|xox[abp]|AKIA|AIza)[-_]?[A-Za-z0-9_-]{12,}|://[^/\s:@]+:[^/\s@]+@"
)
_LONGEST = 200


def kept(settings: Mapping[str, Any], allowed: Iterable[str]) -> tuple[dict[str, str], int]:
    """The allowed settings that have a plain value, as text, and how many others were dropped as secrets.

    A value that looks like a secret is dropped even where its name is allowed.
    """
    names = set(allowed)
    chosen: dict[str, str] = {}
    secrets = 0
    for name, value in settings.items():
        if value is None or isinstance(value, dict | list):
            continue
        if looks_secret(name, value) and value not in ("", False):
            secrets += 1
        elif name in names and len(str(value)) <= _LONGEST:
            chosen[name] = str(value)
    return chosen, secrets


def looks_secret(name: str, value: Any) -> bool:
    """Does a setting's name or value look like a key, a password or a token?"""
    return isinstance(value, str) and bool(
        (_SECRET_NAME.search(name) and "max" not in name) or _SECRET_VALUE.search(value)
    )
