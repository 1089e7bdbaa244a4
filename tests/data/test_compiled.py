"""The compiled tables against the originals and against values worked out by hand."""

import csv
import json
import math
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean

import pytest

from scripts.compile_data import table
from scripts.compile_data.__main__ import COMPILED
from scripts.compile_data.table import Row

from .bundle import DATA, measurements

PYTHIA_FILES = 16 * 27


def values(source: str, **wanted: str) -> list[float]:
    """The values of the rows whose columns are as wanted; '' asks for an empty column."""
    return [
        float(row["value"])
        for row in measurements(source)
        if all(row.get(column, "") == value for column, value in wanted.items())
    ]


@pytest.mark.parametrize("name", COMPILED)
def test_compiling_again_gives_the_committed_table(name: str, originals: Path) -> None:
    again = list(csv.DictReader(table.text(COMPILED[name](originals)).splitlines()))
    assert again == table.read(DATA / name)


def test_pythia_has_every_file_with_all_its_numbers() -> None:
    rows = measurements("pythia")
    assert len(rows) == PYTHIA_FILES * 60
    assert len({(row["model"], row["step"]) for row in rows}) == PYTHIA_FILES
    assert all("stderr" in row for row in rows)


@pytest.mark.parametrize(
    ("model", "by_step"),
    [
        ("pythia-70m", [5.0, 12.1, 21.0, 22.3, 22.6, 18.5]),
        ("pythia-160m", [6.5, 22.8, 30.0, 33.1, 37.4, 32.8]),
        ("pythia-1.4b", [6.7, 32.4, 47.0, 53.5, 59.1, 61.6]),
        ("pythia-12b", [4.3, 31.2, 53.5, 61.2, 66.8, 70.5]),
    ],
)
def test_pythia_accuracy_on_lambada_is_as_worked_out_by_hand(
    model: str, by_step: list[float]
) -> None:
    rows = [
        row
        for row in measurements("pythia")
        if (row["model"], row["benchmark"], row["metric"]) == (model, "lambada_openai", "acc")
    ]
    found = {row["step"]: 100 * float(row["value"]) for row in rows}
    steps = ["1000", "3000", "13000", "33000", "73000", "143000"]
    assert [found[step] for step in steps] == pytest.approx(by_step, abs=0.0501)


def test_pythia_item_counts_are_the_known_sizes_of_the_tasks() -> None:
    counts = {
        row["benchmark"]: row["n_items"] for row in measurements("pythia") if "n_items" in row
    }
    known = {"lambada_openai": 5153, "piqa": 1838, "arc_easy": 2376, "arc_challenge": 1172}
    known |= {"winogrande": 1267, "sciq": 1000, "logiqa": 651, "wsc": 104}
    assert {task: int(counts[task]) for task in known} == known


def test_mmlu_is_the_mean_of_its_57_subjects_with_the_error_of_that_mean(originals: Path) -> None:
    file = originals / "pythia_v1_zero_shot/pythia-12b/12b_step143000.json"
    results = json.loads(file.read_text(encoding="utf-8"))["results"]
    subjects = [numbers for task, numbers in results.items() if task.startswith("hendrycksTest")]
    assert len(subjects) == 57
    wanted = ("pythia-12b", "143000", "MMLU", "acc")
    (row,) = (
        row
        for row in measurements("pythia")
        if (row["model"], row["step"], row["benchmark"], row["metric"]) == wanted
    )
    assert float(row["value"]) == pytest.approx(fmean(subject["acc"] for subject in subjects))
    squares = sum(subject["acc_stderr"] ** 2 for subject in subjects)
    assert float(row["stderr"]) == pytest.approx(math.sqrt(squares) / 57)


@pytest.mark.parametrize(
    ("benchmark", "first", "last", "best", "tokens"),
    [
        ("total@temp_1.0", 0.5784, 0.7953, 0.8004, (1307, 9655)),
        ("AIME2024", 0.1333, 0.4, 0.5333, (3401, 17864)),
        ("GPQA", 0.1162, 0.5051, 0.5152, (914, 11145)),
        ("KAOYAN", 0.6238, 0.8786, 0.9208, (1883, 11005)),
    ],
)
def test_kimi_starts_ends_and_peaks_as_in_the_figure(
    benchmark: str, first: float, last: float, best: float, tokens: tuple[int, int]
) -> None:
    source = "kimi-k15-figure-5"
    accuracy = values(source, benchmark=benchmark, metric="accuracy")  # by iteration
    length = values(source, benchmark=benchmark, metric="token_length")
    assert (accuracy[0], accuracy[-1], max(accuracy)) == (first, last, best)
    assert [length[0], length[-1]] == pytest.approx(tokens, abs=0.51)
    assert len(accuracy) == len(length) == 40


def test_the_mean_length_of_kimi_lies_inside_its_band() -> None:
    points: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for row in measurements("kimi-k15-figure-5"):
        points[row["benchmark"], row["iteration"]][row["metric"]] = float(row["value"])
    assert len(points) == 12 * 40
    for point in points.values():
        assert point["token_length_low"] < point["token_length"] < point["token_length_high"]


def test_the_means_over_seeds_are_the_97_cells_of_the_caption_two_rows_shifted() -> None:
    seeds: dict[tuple[str, int], list[float]] = defaultdict(list)
    run = {"model": "qwen-1.5b", "method": "Baseline", "train_samples": "1000"}
    run |= {"split": "normal", "benchmark": "Core"}
    for row in measurements("meta-learning-logic"):
        if "task_type" in row and run.items() <= row.items():
            seeds[row["task_type"], int(row["task_length"])].append(float(row["value"]))
    stated = {
        (
            row["task_type"],
            int(row["task_length"]) + (row["task_type"] in {"Type 2", "Type 4"}),
        ): float(row["value"])
        for row in measurements("caption-type-length")
    }
    assert {len(found) for found in seeds.values()} == {3}
    assert len(stated) == 97
    assert {cell: round(fmean(found), 1) for cell, found in seeds.items()} == stated


@pytest.mark.parametrize(
    ("model", "method", "samples", "mean"),
    [
        ("qwen-1.5b", "Baseline", "1000", 85.56),
        ("qwen-1.5b", "Meta-learning", "1000", 93.11),
        ("qwen-7b", "Meta-learning", "100", 88.01),
        ("gpt-4o", "Baseline", "", 15.90),
        ("o3-mini", "Meta-learning", "", 88.45),
    ],
)
def test_overall_accuracies_of_the_logic_tables_are_the_known_ones(
    model: str, method: str, samples: str, mean: float
) -> None:
    found = values(
        "meta-learning-logic",
        benchmark="Core",
        split="normal",
        model=model,
        method=method,
        train_samples=samples,
        task_type="",
    )
    assert fmean(found) == pytest.approx(mean, abs=0.006)


def test_repeated_lines_of_the_logic_tables_are_seven_and_have_equal_values() -> None:
    columns = ("model", "method", "train_samples", "seed", "benchmark", "split")
    lines: dict[tuple[str, ...], dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for row in measurements("meta-learning-logic"):
        _, line, column = row["locator"].split(", ")
        lines[tuple(row.get(name, "") for name in columns)][line][column] = row["value"]
    repeated = [list(found.values()) for found in lines.values() if len(found) > 1]
    assert len(repeated) == 7
    assert all(first == second for first, second in repeated)


def test_reasonflux_keeps_both_numbers_where_table_and_figure_disagree() -> None:
    same = {"selector": "ReasonFlux-PRM-7B", "benchmark": "MATH500"}
    assert values("reasonflux-prm", **same, train_samples="") == [84.8]
    assert values("reasonflux-prm", **same, train_samples="1000") == [83.35, 83.77]


def test_selectors_have_the_same_names_and_sizes_in_both_sources_of_the_study() -> None:
    def sizes(source: str) -> dict[str, str]:
        return {row["selector"]: row.get("selector_params_b", "") for row in measurements(source)}

    assert sizes("caption-prm-selection").items() <= sizes("reasonflux-prm").items()
    assert sizes("reasonflux-prm")["Human selected (s1k)"] == ""
    assert sizes("reasonflux-prm")["Qwen2.5-Math-PRM-72B on model responses"] == "72"


def test_dynts_cells_are_counts_of_their_attempts_except_where_the_locator_says_so() -> None:
    impossible: list[Row] = []
    for row in measurements("dynts-readings"):
        attempts = int(row["n_items"]) * int(row["n_repeats"])
        share = round(float(row["value"]) * attempts / 100) / attempts
        if round(100 * share + 1e-9, 1) != float(row["value"]):
            impossible.append(row)
    assert [(row["benchmark"], row["value"]) for row in impossible] == [("AMC23", "87.3")] * 2
    assert all("not a possible count of 200 attempts" in row["locator"] for row in impossible)


def test_dynts_has_each_cell_of_its_five_panels_once() -> None:
    cells = Counter(
        (row["model"], row["benchmark"], row["kv_window"], row["kv_ratio"])
        for row in measurements("dynts-readings")
    )
    assert set(cells.values()) == {1}
    panels = Counter((model, benchmark) for model, benchmark, _, _ in cells)
    assert panels == {
        ("R1-Llama", "AIME24"): 20,
        ("R1-Llama", "AIME25"): 20,
        ("R1-Llama", "AMC23"): 20,
        ("R1-Llama", "GPQA_D"): 20,
        ("R1-Qwen", "AIME24"): 20,
    }


def test_simplerl_average_is_the_mean_of_the_six_single_run_columns() -> None:
    rows = measurements("simplerl-zoo")
    columns: dict[tuple[str, str], list[float]] = defaultdict(list)
    averages: dict[tuple[str, str], float] = {}
    for row in rows:
        run = (row["model"], row["method"])
        if row["benchmark"] == "Average":
            averages[run] = float(row["value"])
        elif row["metric"] == "accuracy":
            columns[run].append(float(row["value"]))
    assert len(averages) == 20
    for run, average in averages.items():
        assert len(columns[run]) == 6
        assert average == pytest.approx(fmean(columns[run]), abs=0.06)


def test_readings_of_the_reward_models_keep_both_values_of_a_cell() -> None:
    cell = {"model": "AceMath RM 32B", "benchmark": "GSM8K", "progress": "0.0"}
    assert values("acemath-rm8-readings", **cell) == [97.0, 97.1]
    ends = {"benchmark": "Average", "model": "", "progress": ""}
    assert values("acemath-rm8-readings", **ends) == [63.0, 69.0]
