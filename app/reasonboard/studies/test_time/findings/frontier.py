"""What the runs of each benchmark say: what is between the shortest and the best."""

from collections.abc import Sequence

from reasonboard.charts.log_axes import short
from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import conclusion, how_tested, percent
from reasonboard.studies.test_time.rows import Panel, Row, panels_of


def of_frontier(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each benchmark with several runs: the highest accuracy against that of the shortest answers."""
    return [_gain(panel) for panel in panels_of(rows) if len(panel.rows) > 1]


def _gain(panel: Panel) -> Finding:
    best, cheapest, result = panel.best, panel.cheapest, panel.gain
    verdicts = [panel.verdict(row) for row in panel.rows]
    beneath = len(verdicts) - verdicts.count("frontier")
    open_ones = f"{verdicts.count('open')} of {beneath}"
    sure = f" ({conclusion(result)})" if best is not cheapest else ""
    least = "cheapest" if best["priced"] else "shortest"
    text = (
        f"{panel.name}: {best['name']} is highest with {percent(best['value'])} at {best['tokens']:,.0f} tokens; the "
        f"{least}, {cheapest['name']}, has {percent(cheapest['value'])} at {cheapest['tokens']:,.0f}{sure}; "
        f"{open_ones} runs beneath the frontier cannot be told from it."
    )
    return Finding.of(
        panel.name,
        result,
        text,
        how_tested(result, "pairs of runs of the benchmark"),
        {"panel": panel.name, "run": str(best["key"])},
        estimate=(best["value"] - cheapest["value"]) * 100,
        facts=(
            ("Tokens", f"{short(cheapest['tokens'])} to {short(best['tokens'])}"),
            ("Open", open_ones),
        ),
    )
