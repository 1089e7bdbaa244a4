"""A number in a cell with what may be written around it, and the patterns of one with each decimal sign."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from reasonboard.ingest.formats.cells.words import BOUNDS, GAPS, MONEY, SIGNS, SUFFIXES


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    """8200 of `8.2k`, 0.7109375 of `91/128`, 0.48 of `0.37 -> 0.48`, 5 of `< 5 %`, 432 of `7m 12s`."""
    sign: str = ""
    """"%", "$", "s", "ms", "GB", "tok/s", "tokens", "x" ...; '' if the cell has none."""
    spread: float | None = None
    """The 1.2 of `54.9 ± 1.2` and `54.9 (1.2)`: what it is the cell does not say."""
    spread_as: str = ""
    """"±", "()", "_" (a subscript), or the word before it: "std", "se"."""
    low: float | None = None
    high: float | None = None
    """The bounds of `54.9 [53.7, 56.1]`; of `54.9 +1.2/-0.9` they are 54.0 and 56.1."""
    count: int | None = None
    """The 128 of `91/128` and `91 of 128`, the 30 of `54.9 (n=30)`."""
    bound: str = ""
    """"<", ">", "≤", "≥" or "~": the number is no value but a bound of one, or about so."""
    text: str = ""
    """As it is written; of a number of a document its digits."""
    suffix: str = ""
    """"k", "K", "M", "B" ...: the value has it multiplied already. A length of `128K` may mean 131072."""
    decimals: int = 0
    """Digits after the point, as written."""
    signed: bool = False
    """Does it begin with + or -, as a difference does?"""
    right: int | None = None
    """The 91 of `91/128`."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Two bounds alone: `[0.41, 0.47]`, or as distances from the value of another cell: `+6/-7`."""

    text: str


_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_INTERVAL_WORDS = re.compile(
    r"(?:95|90|99|68)?\s?%?\s?(?:ci|confidence interval|interval|range|iqr)?\s?[:=]?\s*",
    re.IGNORECASE,
)


class Patterns:
    """How numbers are written with one decimal sign; with '' there are no groups of three digits at commas."""

    def __init__(self, decimal: str) -> None:
        self._point, self._groups = decimal or ".", {".": ",", ",": "."}.get(decimal, "")
        point = re.escape(self._point)
        grouped = rf"[1-9]\d{{0,2}}(?:[{GAPS}{self._groups}]\d{{3}})+(?!\d)(?:{point}\d+)?"
        plain = rf"(?:0|[1-9]\d*)(?:{point}\d*)?|0+{point}\d+|{point}\d+"
        ten = (
            r"(?:[eE](?P<e>[+-]?\d{1,3})(?!\d)"
            r"|\s?[×x·*]\s?10\^?\{?(?P<ten>[+-]?[⁻⁺]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})\}?)?"
        )
        unit, bound, money = (any_of(words) for words in (SIGNS, BOUNDS, MONEY))
        self.value = re.compile(
            rf"(?:(?P<bound>(?i:{bound}))\s*)?(?P<lead>[+-]\s?|[↑↓▲▼]\s?)?(?:(?P<money>(?i:{money}))\s?)?"
            rf"(?P<digits>{grouped}|{plain}){ten}(?:\s?(?P<suffix>[kKMBT]|bn|mn)(?![A-Za-z0-9]))?"
            rf"(?:\s?(?P<unit>(?i:{unit}))(?![A-Za-z0-9/]))?"
        )
        number = rf"[+-]?(?:{money})?(?:{grouped}|{plain})(?:[eE][+-]?\d{{1,3}})?\s?%?"
        between = r"(?:,|;|\bto\b|–|—|\.\.|(?<=[\d%\s])-(?=[\s\d.])|/(?=-))"
        self._two = re.compile(
            rf"(?P<words>[A-Za-z0-9% .:=-]*?[:=]?\s*)(?P<low>{number})\s*{between}\s*(?P<high>{number})"
        )
        self._distances = re.compile(
            rf"\+\s?(?P<up>{number})\s?[/,]?\s?-\s?(?P<down>{number})"
            rf"|-\s?(?P<down2>{number})\s?[/,]?\s?\+\s?(?P<up2>{number})"
        )

    def read(self, match: re.Match[str], text: str) -> Number | None:
        """The number of a match of `value`; None if it is larger than a float can be, or has two units."""
        digits, suffix = match["digits"], match["suffix"] or ""
        lead = (match["lead"] or "").strip()
        exponent = match["e"] or (match["ten"] or "").translate(_POWERS)
        power = int(exponent or 0) + SUFFIXES.get(suffix, 0)
        value = float(Decimal(self._bare(digits)).scaleb(power))
        unit = SIGNS.get((match["unit"] or "").lower(), "")
        money = MONEY.get((match["money"] or "").lower(), "")
        if math.isinf(value) or (unit and money and unit != money):
            return None
        return Number(
            -value if lead in ("-", "↓", "▼") else value,
            money or unit,
            bound=BOUNDS.get((match["bound"] or "").lower(), ""),
            text=text,
            suffix=suffix,
            decimals=len(digits.partition(self._point)[2]),
            signed=bool(lead),
        )

    def bounds(self, text: str) -> tuple[float, float] | None:
        """The two numbers of `0.41, 0.47` or `95% CI: 53.7-56.1`."""
        match = self._two.fullmatch(text.strip())
        if match is None or not _INTERVAL_WORDS.fullmatch(match["words"]):
            return None
        low, high = self._simple(match["low"]), self._simple(match["high"])
        return (low, high) if low <= high else None

    def distances(self, text: str) -> tuple[float, float, int] | None:
        """The distances down and up of `+6/-7`, and where they end in the text."""
        match = self._distances.match(text)
        if match is None:
            return None
        down, up = match["down"] or match["down2"], match["up"] or match["up2"]
        return self._simple(down), self._simple(up), match.end()

    def _simple(self, text: str) -> float:
        return float(self._bare(text.strip(" %$€£¥")))

    def _bare(self, digits: str) -> str:
        return re.sub(rf"[{GAPS}{self._groups}]", "", digits).replace(self._point, ".")


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


OF = {decimal: Patterns(decimal) for decimal in (".", ",", "")}
