"""Accuracy and response length of one benchmark over the iterations, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserLine, after_gaps
from reasonboard.core.study import Study
from reasonboard.studies.iterations.family import benchmarks


def teaser(study: Study) -> Teaser | None:
    """The benchmark with the largest significant gain; with the largest gain where none is significant."""
    curves = [
        curve
        for curve in benchmarks(study.rows("grid", study.defaults()))
        if curve.change is not None
    ]
    if not curves:
        return None
    sure = [curve for curve in curves if curve.tested_gain and curve.tested_gain.significant]
    top = max(sure or curves, key=lambda curve: curve.change or 0)
    accuracy = [value * 100 for value in top.accuracy]
    lines = [
        TeaserLine(
            accuracy,
            top.iterations,
            label=f"{accuracy[-1]:.0f}%\n{top.name}",
            first=f"{accuracy[0]:.0f}%",
            after_gaps=after_gaps(top.iterations, top.missing),
        )
    ]
    words = f"{top.name}: accuracy from {accuracy[0]:.0f} to {accuracy[-1]:.0f}%"
    if len(top.lengths) > 1:
        tokens = [value for _, value in top.lengths]
        end = f"{tokens[-1] / 1000:.0f}k\ntokens"
        at = [iteration for iteration, _ in top.lengths]
        gaps = after_gaps(at, top.missing_lengths)
        lines.append(TeaserLine(tokens, at, "tokens", end, below=True, after_gaps=gaps))
        words += f", mean response from {tokens[0]:,.0f} to {tokens[-1]:,.0f} tokens"
    return Teaser(
        f"{words}, iterations {top.iterations[0]} to {top.iterations[-1]}.",
        f"iteration {top.iterations[0]}",
        f"{top.iterations[-1]:,}",
        lines,
    )
