"""The column `k` of a table of numbers: the k of a pass@k beside it, or how many of `n` answers are right."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.ingest.formats.errors import IngestError

K, N = "k", "n"
_AT_K = re.compile(
    r"(?P<stem>(?:.*[\W_])?(?:pass|maj(?:ority)?|avg|average|mean|cons(?:ensus)?|best|success|solve))"
    r"(?:(?P<all>\^)|@|[ _-]at[ _-]|[ _-]?)k",
    re.IGNORECASE,
)
_LIKE_A_VALUE = re.compile(
    r"@|(?:^|[\W_])(?:pass|acc|accuracy|score|rate|f1|em|exact|reward|maj|cons|avg|mean|win|solve)",
    re.IGNORECASE,
)


def is_at_k(name: str) -> bool:
    """Is it the name of a score of k attempts, as 'pass@k', 'pass_at_k' or 'maj@k'?"""
    return _AT_K.fullmatch(name.strip()) is not None


def named(metric: str, k: int) -> str:
    """'pass@8' of 'pass_at_k' and 8; any other metric as it is."""
    match = _AT_K.fullmatch(metric.strip())
    return f"{match['stem']}{match['all'] or '@'}{k}" if match else metric


def k_in(header: Sequence[str]) -> str | None:
    """The column that is called k."""
    return next((name for name in header if name.lower() == K), None)


def fields_of_k(
    where: str,
    about: str,
    header: Sequence[str],
    column_of: Mapping[str, str],
    first: Mapping[str, Any],
) -> dict[str, str]:
    """The fields that follow from a column k which no description explains, each with its column.

    `first` is the first row. Raises IngestError if several columns could be the score of k attempts, or if k could
    belong to an unread column.
    """
    k = k_in(header)
    if k is None or k in column_of.values() or "item" in column_of:
        return {}
    n = next((name for name in header if name.lower() == N), None)
    attempts = {"n_repeats": n} if n and "n_repeats" not in column_of else {}
    free = [name for name in header if name not in column_of.values() and name != k]
    if "value" in column_of:
        metric = str(first.get(column_of.get("metric", ""), "")) or column_of["value"]
        return {"at_k": k, **attempts} if is_at_k(metric) else {}
    values = [name for name in free if is_at_k(name)]
    if len(values) > 1:
        raise IngestError(
            f"{where}: {' and '.join(map(repr, values[:2]))} could both be value (expected one, or "
            f"[columns] in {about})"
        )
    if values:
        return {"value": values[0], "at_k": k, **attempts}
    return _right_of_n(where, about, k, n, [name for name in free if _is_like_a_value(name, first)])


def _right_of_n(
    where: str, about: str, k: str, n: str | None, others: Sequence[str]
) -> dict[str, str]:
    """The column as a count of right answers, if it cannot be anything else."""
    if n is None:
        return {}
    if others:
        other = json.dumps(others[0], ensure_ascii=False)  # a text of JSON is a key of TOML
        raise IngestError(
            f"{where}: {k!r} could be how many of {n!r} are right, or belong to {others[0]!r:.60} (expected "
            f'{k} = "correct_items" or {other} = "value" under [columns] in {about})'
        )
    return {"correct_items": k}


def _is_like_a_value(name: str, first: Mapping[str, Any]) -> bool:
    """Could the column have the values of the table, by its name and its first cell?"""
    is_number = re.match(r"\s*[-+]?\.?\d", str(first.get(name))) is not None
    return is_number and _LIKE_A_VALUE.search(name) is not None
