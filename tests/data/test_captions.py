"""What `result` holds of the written descriptions, against their text, parsed a second time here."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from reasonboard.store import snapshots
from reasonboard.store.connections import connect
from scripts.compile_data import illustrative
from scripts.compile_data.figures import PANEL_NAMES, panel_ranges

from .bundle import described, measurements

pytestmark = pytest.mark.usefixtures("bundled")

Value = tuple[str | float, ...]


PRINTED = {
    "caption-iterations": {
        "AIME24": "AIME2024",
        "KAOYAN": "KACYAN",
        "total@temp_1.0": "Total@temp_1.0",
    },
    "caption-kv-cache": {"GPQA-Diamond": "GPQA D"},
}
"""How the captions print the names that have a spelling of their own here."""


def stored(source: str, *columns: str) -> Counter[Value]:
    """How often each combination of the columns, the value and the kind is in `result`.

    Columns are texts, '' where there is nothing; values stand in the source's own unit.
    """
    percent = described(source)["unit"] == "percent"
    printed = PRINTED.get(source, {})
    selected = ", ".join(f"coalesce({column}::TEXT, '')" for column in columns)
    with connect(snapshots.snapshot().path) as connection:
        rows = connection.execute(
            f"SELECT {selected}, value, unit, kind::TEXT FROM result WHERE source = ?", [source]
        ).fetchall()
    return Counter(
        (
            *(printed.get(text, text) for text in row[:-3]),
            round(row[-3] * (100 if percent and row[-2] == "fraction" else 1), 9),
            row[-1],
        )
        for row in rows
    )


def test_every_number_of_the_iterations_caption_is_there_once(captions: Path) -> None:
    text = (captions / "iterations.md").read_text(encoding="utf-8")
    number = r"([\d.]*\d)"
    panels = re.findall(r"^\d+\. \*\*(.+?):\*\* (.+)$", text, re.MULTILINE)
    expected: Counter[Value] = Counter()
    for name, sentence in panels:
        start_to_end = re.search(
            rf"starting around {number} and reaching approximately {number}", sentence
        )
        between = re.search(rf"between approximately {number} and {number}", sentence)
        tokens = re.search(rf"from {number} to around {number}", sentence)
        assert (start_to_end is None) != (between is None)
        if start_to_end:
            for iteration, value in zip(("0", "150"), start_to_end.groups(), strict=True):
                expected[name, "accuracy", iteration, float(value), "approximate"] += 1
        if between:
            for kind, value in zip(("bound_low", "bound_high"), between.groups(), strict=True):
                expected[name, "accuracy", "", float(value), kind] += 1
        assert tokens is not None
        for iteration, value in zip(("0", "150"), tokens.groups(), strict=True):
            expected[name, "token_length", iteration, float(value), "approximate"] += 1
    assert len(panels) == 13
    assert stored("caption-iterations", "benchmark", "metric", "iteration") == expected


def test_every_cell_of_the_type_length_caption_is_there_once(captions: Path) -> None:
    text = (captions / "type_length.md").read_text(encoding="utf-8")
    expected: Counter[Value] = Counter(
        (f"Type {kind}", length, float(value), "stated")
        for kind, sentence in re.findall(r"\* \*\*Type (\d):\*\* (.+)", text)
        for value, length in re.findall(r"([\d.]+)%(?: for| \(|) ?\(?length (\d+)", sentence)
    )
    assert expected.total() == 97
    assert stored("caption-type-length", "task_type", "task_length") == expected


def test_every_point_of_the_prm_selection_caption_is_there_once(captions: Path) -> None:
    text = (captions / "prm_selection.md").read_text(encoding="utf-8")
    details = re.findall(r"### Detailed Analysis(.+?)### Key", text, re.DOTALL)[0]
    left, right = details.split("#### Right Chart")
    expected: Counter[Value] = Counter()
    entries = re.findall(
        r"- \*\*(.+?) \((?:Blue|Orange|Purple) [^*]+\*\*:\n((?:- (?!\*).+\n)+)", left
    )
    for selector, sentences in entries:
        for sentence in sentences.splitlines():
            points = re.findall(r"~(\d+)% (?:accuracy )?(?:with|at) (\d+)k samples", sentence)
            kind = "extrapolated" if "extrapolated" in sentence else "approximate"
            for value, thousands in points:
                expected[selector, f"{thousands}000", float(value), kind] += 1
    for selector, sentence in re.findall(r"- \*\*(\S+) \(.+?\*\*:\n- (.+)\n", right):
        value, size = re.findall(r"~(\d+)% accuracy at ([\d.]+)B", sentence)[0]
        assert selector.endswith(f"-{size}B")
        expected[selector, "", float(value), "approximate"] += 1
    assert expected.total() == 10
    assert stored("caption-prm-selection", "selector", "train_samples") == expected


def test_every_cell_and_range_of_the_kv_cache_caption_is_there_once(captions: Path) -> None:
    text = (captions / "kv_window_ratio.md").read_text(encoding="utf-8")
    details = text.split("### Detailed Analysis")[1].split("### Key Observations")[0]
    expected: Counter[Value] = Counter()
    for panel in details.split("**R1-Llama | ")[1:]:
        name = panel.split(":**")[0]
        for ratio, window, value in re.findall(r"Ratio (\S+), Window (\d+): (\S+)", panel):
            expected[name, window, ratio, float(value), "approximate"] += 1
        ends = re.findall(r"lowest .+? ([\d.]+), .+? highest .+? ([\d.]+\d)", panel)[0]
        for kind, value in zip(("bound_low", "bound_high"), ends, strict=True):
            expected[name, "", "", float(value), kind] += 1
    assert expected.total() == 40
    assert stored("caption-kv-cache", "benchmark", "kv_window", "kv_ratio") == expected


def test_the_scale_progress_caption_has_no_accuracy_but_names_our_panels(captions: Path) -> None:
    text = (captions / "scale_progress.md").read_text(encoding="utf-8")
    panels = re.findall(r"^- \*\*(.+?)\*\*: (?:Shows|Displays|Exhibits|Represents)", text, re.M)
    assert panels == [*illustrative.PANELS, "Average"]
    assert "%" not in text
    assert {row["benchmark"] for row in measurements("caption-scale-progress")} == set(panels)


def curves() -> dict[str, dict[float, list[float]]]:
    """Panel, size, values in the order of the stages."""
    rows = measurements("caption-scale-progress")
    found: dict[str, dict[float, list[float]]] = {}
    for row in sorted(rows, key=lambda row: float(row["progress"])):
        size = float(row["model"].removeprefix("AceMath RM ").removesuffix("B"))
        found.setdefault(row["benchmark"], {}).setdefault(size, []).append(float(row["value"]))
    return found


def test_made_up_values_say_so() -> None:
    rows = measurements("caption-scale-progress")
    assert len(rows) == 8 * 6 * 11
    assert {row["kind"] for row in rows} == {"illustrative"}
    assert all("made up" in row["locator"] for row in rows)
    about = described("caption-scale-progress")
    assert "MADE UP" in about["note"]
    assert "ILLUSTRATIVE" in about["title"]


def test_in_the_made_up_curves_the_larger_model_is_always_ahead() -> None:
    for panel, sizes in curves().items():
        ordered = [sizes[size] for size in sorted(sizes)]
        for smaller, larger in pairwise(ordered):
            assert all(low < high for low, high in zip(smaller, larger, strict=True)), panel


@pytest.mark.parametrize("panel", ["Minerva Math", "College Math"])
def test_a_panel_with_an_early_dip_dips_and_recovers(panel: str) -> None:
    for values in curves()[panel].values():
        assert min(values[:4]) < values[0] < values[-1]


@pytest.mark.parametrize("panel", ["Gaokao2023EN", "Olympiad Bench", "MMMLU STEM"])
def test_a_panel_that_grows_steadily_never_falls(panel: str) -> None:
    for values in curves()[panel].values():
        assert values == sorted(values)
        assert values[0] < values[-1]


@pytest.mark.parametrize("panel", ["GSM8K", "Math 500"])
def test_only_small_models_dip_where_the_caption_tells_of_a_general_rise(panel: str) -> None:
    for size, values in curves()[panel].items():
        assert (min(values) < values[0]) == (size < 3)
        assert values[0] < values[-1]


def test_the_made_up_average_is_the_mean_of_the_other_panels() -> None:
    panels = curves()
    average = panels.pop("Average")
    for size, values in average.items():
        for stage, value in enumerate(values):
            others = [panels[panel][size][stage] for panel in panels]
            assert value == pytest.approx(sum(others) / 7, abs=0.051)


def test_made_up_values_stay_inside_the_ranges_of_their_panels(originals: Path) -> None:
    ranges = panel_ranges((originals / "SOURCE.md").read_text(encoding="utf-8"))
    assert len(ranges) == 8
    for printed, low, high in ranges:
        if printed == "Average":
            continue  # follows from the others
        name = {"MMLU STEM": "MMMLU STEM"}.get(printed, PANEL_NAMES.get(printed, printed))
        values = [value for curve in curves()[name].values() for value in curve]
        assert float(low) <= min(values)
        assert max(values) <= float(high)
