"""How often something may be done."""

import pytest

from reasonboard.web.api.pushing import Rate


def test_so_many_at_once_then_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    rate = Rate(calls=5, burst=2)
    assert [rate.allows() for _ in range(11)] == [True] * 10 + [False]
    now += 0.4
    assert [rate.allows() for _ in range(3)] == [True, True, False]
