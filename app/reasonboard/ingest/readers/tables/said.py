"""What a header says, as one value, and its words."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from reasonboard.ingest.readers.tables.known_names import Benchmark
from reasonboard.ingest.readers.tables.metric_words import Metric
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.vocabulary import listed


@dataclass(frozen=True, slots=True)
class Said:
    """What one header says."""

    header: str
    """As written, levels between ' / '."""
    words: str
    """In lower case, without units and arrows."""
    role: Role | None = None
    """What its words name by themselves."""
    rank: int = 0
    """Of names of models: how surely the column is the model, 1 for the surest. Of other roles nothing."""
    name: str = ""
    """Of the field or setting."""
    benchmark: str = ""
    known: Benchmark | None = None
    metric: Metric | None = None
    part: Role | None = None
    """What its last words make it of the value whose name is before them: a standard error, a bound."""
    stem: str = ""
    """The words of that value."""
    sign: str = ""
    """The unit that it writes: '%', '$', 's', 'ms', 'GB'."""
    spread: str = ""
    """What it says that a second number in its cells is."""
    higher_is_better: bool | None = None
    n: int | None = None
    is_result: bool = False
    """Does it stand below 'metrics', 'scores' or 'results'?"""
    subset: str = ""
    """The part of the benchmark above it that it names."""
    axis: str = ""
    """A number or length that it is: 1, 4K, @8."""
    is_loose: bool = False
    """Is it no setting if its cells are measured: 'Reasoning', 'Mathematical Reasoning'?"""


RESULTS = frozenset(listed("results", "words"))
CONFIGS = frozenset(listed("configurations", "words"))
EVALS = frozenset(
    {"val", "eval", "test", "valid", "validation", "eval results", "benchmark", "benchmarks"}
)


_RATE = re.compile(r"(?i)\b(?:tok(?:en)?s?|samples?|items?|req(?:uest)?s?)/(?:s|sec|second|min)\b")
_SYMBOLS = re.compile("[\u23e9-\u23fa\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]+")


@lru_cache(maxsize=4096)
def words_of(text: str) -> str:
    """The words of a name in lower case between single blanks: 'avg_tokens' and 'AvgTokens' are 'avg tokens'."""
    text = _SYMBOLS.sub(" ", unicodedata.normalize("NFKC", text))
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])", " ", text)
    text = re.sub(r"#(?=\w)", "# ", text)
    text = re.sub(r"(?<=\w)/(?=\w)", " per ", text) if is_rate(text) else text
    text = re.sub(r"[\s_\-–—/:;|*`'\"?!]+", " ", text)
    return re.sub(r"(?<![a-z])\.|\.(?!\w)", "", text.lower()).strip()


def is_rate(text: str) -> bool:
    """Is it a rate such as tokens/s, whose slash is no path?"""
    return _RATE.search(text) is not None
