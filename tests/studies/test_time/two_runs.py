"""Two loaded runs: a made-up log with answers that were cut off, and problems with several attempts."""

from collections.abc import Iterator

from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample
from reasonboard.ingest.readers.common import digests

SHORT, LONG = "mine/org-short", "mine/org-long"
CUT, CUT_RIGHT, COMPLETE, COMPLETE_RIGHT = 920, 222, 1580, 1510
"""Of 2,500 answers 36.8% were cut off; of these 24.1% are right, of the others 95.6%."""
RIGHT = (0, 1, 1, 2, 4, 4)
"""Of four attempts at each of six problems."""
SAID = ("abcd", "rwwx", "rwx ", "rrww", "rrrr", "rrrr")
"""What they answer, a letter each: r is right."""


def load() -> Iterator[Found]:
    """Log: 2,500 problems, one answer each of the short run, the long one states its score. Tries: six problems."""
    log = [
        Sample("Log", f"cut {n}", 0, float(n < CUT_RIGHT), tokens_out=4000, finish="length")
        for n in range(CUT)
    ]
    log += [
        Sample("Log", f"whole {n}", 0, float(n < COMPLETE_RIGHT), tokens_out=700, finish="stop")
        for n in range(COMPLETE)
    ]
    yield Found(Run("tool", "org-short", settings={"max_tokens": "4000"}), [], log)
    tries = [
        Sample(
            "Tries",
            f"p{n}",
            attempt,
            float(attempt < right),
            tokens_out=100 if attempt % 2 else 1000,
            answer=digests.of_answer(SAID[n][attempt]),
        )
        for n, right in enumerate(RIGHT)
        for attempt in range(4)
    ]
    strict = [
        Sample("Tries", f"p{n}", attempt, float(attempt < right - 1), "strict_acc")
        for n, right in enumerate(RIGHT)
        for attempt in range(4)
    ]
    stated = [
        Measurement("Log", "accuracy", 0.9, "fraction", "acc", n_items=2500),
        Measurement("Log", "token_length", 6000.0, "tokens", "len"),
    ]
    yield Found(Run("tool", "org-long"), stated, [*tries, *strict])
