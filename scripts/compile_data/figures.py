"""Tables that were read from the figures and tables of papers."""

import re
from pathlib import Path

from .table import Row, read

TOKENS = {  # our metric: the original's column
    "token_length": "mean_token_length",
    "token_length_low": "token_length_low",
    "token_length_high": "token_length_high",
}
ATTEMPTS_PER_ITEM = 5
FIGURE_6 = {"Fig6-left": "Figure 6, left panel", "Fig6-right": "Figure 6, right panel"}
SELECTORS = {"Human-curated (s1k)": "Human selected (s1k)"}  # Table 2: Figure 6
PANEL_NAMES = {"Minerva": "Minerva Math", "OlympiadBench": "Olympiad Bench"}  # notes: figure


def kimi(originals: Path) -> list[Row]:
    """Figure 5 of Kimi k1.5: accuracy, and mean length with the ends of its band."""
    rows: list[Row] = []
    for line in read(originals / "kimi_k15_figure5.csv"):
        place = f"Figure 5, panel {line['benchmark']}, iteration {line['iteration']}, "
        point = {key: line[key] for key in ("benchmark", "iteration", "n_items")}
        rows.append(
            point | {"metric": "accuracy", "value": line["accuracy"], "locator": place + "accuracy"}
        )
        for metric, column in TOKENS.items():
            what = column.replace("_", " ")
            rows.append(point | {"metric": metric, "value": line[column], "locator": place + what})
    return rows


def acemath_rm8(originals: Path) -> list[Row]:
    """Two readings of the reward-model figure, and the ranges of its panels."""
    rows = [
        {
            "model": f"AceMath RM {line['model_size_b']}B",
            "progress": line["progress"],
            "benchmark": line["benchmark"],
            "value": line["rm@8_accuracy_pct"],
            "kind": line["kind"],
            "locator": f"{line['reading']}, panel {line['benchmark']}, "
            f"{line['model_size_b']}B, progress {line['progress']}",
        }
        for line in read(originals / "rm8_scale_progress.csv")
    ]
    for printed, low, high in panel_ranges((originals / "SOURCE.md").read_text(encoding="utf-8")):
        panel = PANEL_NAMES.get(printed, printed)
        for kind, value, end in (("bound_low", low, "lower"), ("bound_high", high, "upper")):
            locator = f"y range of panel {panel}, {end} end"
            rows.append({"benchmark": panel, "value": value, "kind": kind, "locator": locator})
    return rows


def panel_ranges(source: str) -> list[tuple[str, str, str]]:
    """Name, lower and upper end of each panel, from the notes beside the originals."""
    ranges = re.findall(r"Panel ranges by several readings: (.+?)\. \|", source)[0]
    return re.findall(r"(?:^|, )([^,]+?) ([\d.]+)-([\d.]+)", ranges)


def reasonflux(originals: Path) -> list[Row]:
    """Table 2 as printed and Figure 6 as measured; the selectors bear one name in both."""
    rows: list[Row] = []
    for line in read(originals / "reasonflux_prm.csv"):
        printed = line["sft_data_source"]
        table = line["where"] == "Table 2"
        place = (
            f"Table 2, row {printed}, column {line['benchmark']}"
            if table
            else f"{FIGURE_6[line['where']]}, {printed}, {line['n_train_samples']} samples (+-0.2)"
        )
        size = re.findall(r"-PRM-([\d.]+)B", printed)
        rows.append(
            {
                "train_samples": line["n_train_samples"],
                "selector": SELECTORS.get(printed, printed),
                "selector_params_b": size[0] if size else "",
                "benchmark": line["benchmark"],
                "value": line["accuracy_pct"],
                "kind": "stated" if table else "read_off",
                "locator": place,
            }
        )
    return rows


def simplerl(originals: Path) -> list[Row]:
    """The ten base models of SimpleRL-Zoo before (progress 0) and after (1) training."""
    stages = {"base": ("base", "0"), "after_rl": ("after RL", "1")}
    benchmarks = {"AIME24 (Pass@1)": "AIME24", "AIME24 (Avg@32)": "AIME24", "Avg": "Average"}
    rows: list[Row] = []
    for line in read(originals / "simplerl_zoo.csv"):
        column = line["benchmark"]
        method, progress = stages[line["stage"]]
        averaged = "Avg@32" in column
        rows.append(
            {
                "model": line["base_model"],
                "method": method,
                "progress": progress,
                "benchmark": benchmarks.get(column, column),
                "metric": "avg@32" if averaged else "accuracy",
                "value": line["accuracy_pct"],
                "n_repeats": "32" if averaged else "",
                "locator": f"README, results table, row {line['base_model']}, {method}, "
                f"column {column}",
            }
        )
    return rows


def dynts(originals: Path) -> list[Row]:
    """The sweep of window and ratio, each cell with how sure its reading is."""
    return [
        {
            "model": line["model"],
            "kv_window": line["local_window"],
            "kv_ratio": line["ratio"],
            "benchmark": line["benchmark"],
            "value": line["pass_at_1_pct"],
            "n_items": str(int(line["n_attempts"]) // ATTEMPTS_PER_ITEM),
            "locator": _cell(line),
        }
        for line in read(originals / "dynts_window_ratio.csv")
    ]


def _cell(line: Row) -> str:
    place = f"sweep figure, panel {line['model']} | {line['benchmark'].replace('_', ' ')}, "
    place += f"window {line['local_window']}, ratio {line['ratio']}; "
    place += f"confidence {line['confidence']}".replace("caption", "reading")
    if line["on_grid"] == "False":
        place += f"; not a possible count of {line['n_attempts']} attempts"
    return place
