"""Two loaded runs on benchmarks with answers, without, and with answers to other problems."""

from collections.abc import Iterator

from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample

A, B = "first/org-a", "second/org-b"
PROBLEMS = 40
RIGHT = {A: range(30), B: range(8, 20)}
"""On M: 12 both, 18 only A, 0 only B, 10 neither."""
LIMIT = 20
"""B's answers to the problems from here on are cut off: 10 of those that A alone has right."""
SETTINGS = {
    A: {"num_fewshot": "0", "max_gen_toks": "32768", "temperature": "0.6", "batch_size": "8",
        "max_gen_toks[D]": "64", "prompts_digest[other]": "0f" * 32},
    B: {"num_fewshot": "5", "max_gen_toks": "2048", "temperature": "0.6", "batch_size": "16", "judge": "none"},
}  # fmt: skip


def _fields(n: int, *, first: bool) -> str | None:
    """A states levels of the first 30 problems of M; B a depth of each, and a level which is another one."""
    if first:
        return f'{{"level": "{1 + n % 3}"}}' if n < 30 else None
    return f'{{"level": "9", "needle_depth": "{"0.50" if n < LIMIT else "1"}"}}'


def load(key: str) -> Iterator[Found]:
    """M: 40 problems once. R: 4 problems, 4 attempts. D: other problems. U: a score of 1,000. Its own: one alone."""
    first = key == A
    answers = [
        Sample(
            "M", f"item {n:02}", 0, float(n in RIGHT[key]), tokens_out=100 + n if first else min(100 + 2 * n, 140),
            finish="length" if not first and n >= LIMIT else "stop", item_fields=_fields(n, first=first),
        )
        for n in range(PROBLEMS)
    ]  # fmt: skip
    answers += [
        Sample("R", f"r{n}", attempt, float(attempt < (n if first else 1)))
        for n in range(4)
        for attempt in range(4)
    ]
    answers += [Sample("D", f"d{n + (5 if first else 100)}", 0, float(n % 2)) for n in range(10)]
    scores = [
        Measurement("U", "acc", 0.7 if first else 0.6, "fraction", "u", n_items=1000),
        Measurement("own a" if first else "own b", "acc", 0.5, "fraction", "x", n_items=10),
    ]
    run = Run(
        "tool", key.rpartition("/")[2], tool_version="1" if first else "2", settings=SETTINGS[key]
    )
    yield Found(run, scores, answers)
