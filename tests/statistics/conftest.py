"""Fixtures of the statistics."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def uncollected() -> Iterator[None]:
    """`gc.collect` does nothing: statsmodels calls it in each correction, which takes longer than the rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gc.collect", lambda *_: 0)
        yield
