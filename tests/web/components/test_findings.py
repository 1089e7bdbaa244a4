"""The table of findings: its heading counts all, its rows are sorted, its numbers are those of the findings."""

import re

import pytest

from reasonboard.core.findings.finding import MOST, Finding, FindingVerdict
from reasonboard.core.findings.words import NO_TEST
from reasonboard.web.components.findings import findings


def finding(verdict: FindingVerdict, number: int = 0, **other: object) -> Finding:
    settings = {
        "subject": f"B{number}",
        "estimate": 26.7,
        "text": "A <b> sentence.",
        "test": "A test.",
    }
    return Finding(verdict=verdict, **settings | other)  # type: ignore[arg-type]


def table(every: list[Finding], noun: str = "gain") -> str:
    return findings(every, [f"?panel={n}" for n in range(len(every))], "SELECT 1", {}, noun=noun)


@pytest.mark.parametrize(
    ("better", "chance", "untested", "heading", "folded"),
    [
        (3, 4, 0, "3 of 7 gains are significant", {"Not significant": "4"}),
        (3, 4, 2, "3 of 7 gains are significant; 2 not tested", {"Not significant": "4", "Not tested": "2"}),
        (1, 1, 1, "1 of 2 gains is significant; 1 not tested", {"Not significant": "1", "Not tested": "1"}),
        (2, 0, 0, "Both gains are significant", {}),
        (10, 0, 0, "All 10 gains are significant", {"More": "3 significant"}),
        (0, 7, 1, "", {"No significant gains": "7 tests", "Not tested": "1"}),
        (0, 1, 0, "", {"No significant gains": "1 test"}),
        (0, 0, 3, "", {"Not tested": "3"}),
    ],
)  # fmt: skip
def test_what_is_significant_is_seen_and_the_rest_are_lines_that_open(
    better: int, chance: int, untested: int, heading: str, folded: dict[str, str]
) -> None:
    every = [finding("better")] * better + [finding("open")] * chance
    html = table(every + [finding("untested")] * untested)
    assert re.findall(r'findings-heading">([^<]*)<', html) == ([heading] if heading else [])
    lines = re.findall(r"<summary[^>]*><strong>([^<]*)</strong><span>([^<]*)</span>", html)
    assert dict(lines) == folded
    assert html.partition('<details class="disclosure')[0].count("<li ") == min(better, MOST)
    assert html.count("<li ") == better + chance + untested


def test_what_is_not_tested_says_why() -> None:
    html = table([finding("untested", number, test=NO_TEST) for number in range(2)])
    assert "<strong>Not tested</strong><span>2: number of problems unknown</span>" in html


def test_what_would_have_been_found_is_said_of_the_weakest_test() -> None:
    """By hand, of a standard error of 3.06 and five tests: (2.576 + 0.842) 3.06 = 10.5 points."""
    wide = finding("open", low=-6.0, high=6.0, p=1.0, tests=5)
    narrow = finding("open", low=-1.0, high=1.0, p=1.0, tests=5)
    words = "2 tests; a difference of 10 points or more would have been detected"
    assert f"<span>{words}</span>" in table([wide, narrow])
    assert "detected" not in table([wide, finding("open", unit="%")])


def test_a_far_wider_interval_leaves_the_axis_with_an_arrowhead() -> None:
    narrow = [finding("better", low=20.0, high=30.0) for _ in range(3)]
    html = table([*narrow, finding("better", low=-100.0, high=200.0)])
    assert html.count('class="arrow"') == 2
    assert html.count('class="arrow"') == html.count("M0 -4L-6 0L0 4Z") + html.count(
        "M0 -4L6 0L0 4Z"
    )
    words = [re.sub("<[^>]*>", "", text) for text in re.findall("<text .*?</text>", html)]
    assert words == ["0", "+10", "+20", "+30 points"]
    assert '+30<tspan class="wide"> points</tspan>' in html  # a phone leaves the unit out


def test_a_verdict_that_only_the_correction_took_away_is_told_from_chance() -> None:
    lost = finding("open", plain_p=0.01, p=0.09, tests=7)
    html = table(
        [lost, finding("open", plain_p=0.3, p=1.0, tests=7), finding("worse", p=0.01, tests=7)]
    )
    assert re.findall(r'finding-verdict">([^<]*)', html) == [
        "▼ significant",
        "only before correction",
        "not significant",
    ]
    assert "after correction over 7 tests" in html


def test_a_significant_test_that_leaves_the_highest_open_is_not_called_chance() -> None:
    html = table([finding("open", plain_p=0.001, p=0.01, tests=2)])
    assert re.findall(r'finding-verdict">([^<]*)', html) == ["tied"]


def test_an_interval_is_drawn_on_the_scale_of_all_and_said_in_words() -> None:
    html = table([finding("better", low=10.0, high=30.0), finding("open", low=-10.0, high=20.0)])
    assert "95% interval +10.0 to +30.0" in html
    assert "95% interval −10.0 to +20.0" in html
    (zero, *_), bars = (
        re.findall(r'"zero" x1="([\d.]+)%', html),
        re.findall(r'"bar" x1="([\d.]+)%" x2="([\d.]+)%', html),
    )
    assert float(bars[1][0]) < float(zero) < float(bars[0][0])
    assert bars[0][1] == "97.6"


def test_another_unit_is_said_and_has_no_place_on_the_scale() -> None:
    html = table(
        [finding("better", low=1.0, high=2.0), finding("open", unit="of 11 benchmarks", estimate=3)]
    )
    assert ">3 of 11 benchmarks<" in html
    assert html.count('<svg aria-hidden="true">') == 1


def test_a_number_that_is_no_difference_has_no_sign() -> None:
    html = table([finding("open", unit="× binomial noise", estimate=0.69)])
    assert 'finding-estimate">0.69<' in html


def test_a_long_subject_is_shown_whole_and_what_the_number_is_beside_it() -> None:
    name = "Type 6 · Qwen-2.5 1.5B · Meta-learning · Core"
    one = finding("better", subject=name, detail="minus Baseline", marks={"panel": "B0"})
    html = table([one, finding("open", 1)])
    assert f">{name}</a>" in html
    assert re.findall(r'finding-detail">([^<]*)', html) == [
        *("Comparison", "minus Baseline"),
        "Comparison",
    ]
    assert "finding-detail" not in table([finding("open", 1)])


def test_texts_are_never_markup_and_the_subject_selects() -> None:
    html = table([finding("better", marks={"panel": "B0"}, facts=(("Problems", "<198>"),))])
    assert "A &lt;b&gt; sentence." in html
    assert "&lt;198&gt;" in html
    assert re.search(
        '<a href="\\?panel=0" class="state finding-link" aria-label="B0, [^"]+">B0</a>', html
    )
    assert "<span>Problems</span>" in html
