"""An observation: one computed sentence, how sure it is, and what shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MOST = 6
"""So many observations stand beside a chart."""


@dataclass(frozen=True)
class Finding:
    """A sentence about the rows that a chart draws; plain text, hedged by its own verdict."""

    text: str
    strength: float
    """How strongly the data say it, in standard errors or what comes near: the order of sentences."""
    test: str
    """The test, its correction and its p-value or interval, in words."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The controls, with their values, that highlight what the sentence is about."""


def strongest(findings: Iterable[Finding]) -> list[Finding]:
    """At most `MOST` of them, the strongest first; equally strong ones keep their order."""
    return sorted(findings, key=lambda finding: -finding.strength)[:MOST]
