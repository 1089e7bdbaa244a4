"""Spellings of a benchmark are one name, ways to measure are no part of it, other problems stay apart."""

import string
import tomllib
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard import config
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.names.benchmark_names import Known
from reasonboard.ingest.names.benchmark_words import Way, read, spelling


def catalogue() -> Known:
    text = (config.read({}).data / "catalogue" / "benchmarks.toml").read_text()
    return Known.of(
        (one["name"], one.get("aliases", []), one.get("groups", []), one.get("exact", False))
        for one in tomllib.loads(text)["benchmark"]
    )


@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        (
            "AIME24",
            ["AIME2024", "AIME 2024", "aime_2024", "aime24", "AIME'24", "AIME-24", "Maxwell-Jia/AIME_2024",
             "aime24x8", "AIME24 (avg@32)", "AIME 2024 (Pass@1)", "aime24 avg@64", "lighteval|aime24|0|0",
             "AIME24 (%)", "aime24_avg"],
        ),
        ("AIME25", ["AIME 2025", "opencompass/AIME2025", "aime25_gpassk"]),
        (
            "GPQA-Diamond",
            ["GPQA D", "GPQA-D", "GPQA_D", "GPQA Diamond", "gpqa_diamond", "gpqa:diamond", "GPQA\nDiamond",
             "gpqa_diamond_cot_zeroshot", "gpqa_diamond_generative_n_shot", "GPQA Diamond (Pass@1)"],
        ),
        (
            "MATH500",
            ["MATH-500", "Math 500", "math_500", "HuggingFaceH4/MATH-500", "hendrycks_math500", "MATH-500 (EM)"],
        ),
        ("GSM8K", ["gsm8k", "openai/gsm8k", "GSM-8K", "gsm8k_cot", "GSM8K (5-shot)", "GSM8K 8-shot, CoT"]),
        ("MMLU-Pro", ["mmlu_pro", "MMLU Pro", "MMLU-Pro (EM)"]),
        ("HumanEval", ["openai_humaneval", "human_eval", "HumanEval (pass@1)"]),
        ("LiveCodeBench v5", ["LiveCodeBench (v5)", "LCB v5", "livecodebench_v5", "lcb:codegeneration_v5"]),
        ("HMMT Feb 2025", ["hmmt_feb_2025", "HMMT Feb 25", "MathArena/hmmt_feb_2025", "HMMT 2025 Feb"]),
        ("AMC23", ["amc23", "AMC 2023", "AMC 23", "math-ai/amc23"]),
        ("HLE", ["hle", "Humanity’s Last Exam"]),
        ("Minerva Math", ["minerva_math", "Minerva"]),
    ],
)  # fmt: skip
def test_one_set_of_problems_has_one_name(name: str, spellings: list[str]) -> None:
    known = catalogue()
    assert {written: known.name(written) for written in [name, *spellings]} == dict.fromkeys(
        [name, *spellings], name
    )


OTHER_PROBLEMS = (
    "MATH", "MATH500", "MATH Level 5", "MMLU", "MMLU-Pro", "MMLU STEM", "MMLU-Redux", "GPQA", "GPQA main",
    "gpqa_extended", "GPQA-Diamond", "AIME24", "AIME25", "AIME 2024 I", "AIME 2024 II", "AIME", "AMC22", "AMC23",
    "AMC", "HMMT Feb 2025", "HMMT Nov 2025", "HMMT25", "LiveCodeBench", "LiveCodeBench v4", "LiveCodeBench v5",
    "LiveCodeBench v6", "HumanEval", "HumanEval+", "MBPP", "MBPP+", "mgsm_en", "mgsm_de", "GSM8K", "GSM-Plus",
    "gsm8k_platinum", "arc_easy", "arc_challenge", "crows_pairs_english", "crows_pairs_french", "simpleqa",
    "simpleqa_verified", "OMNI-MATH500", "Omni-MATH", "v1.1", "v11", "physics", "Physics", "total@temp_1.0",
    "Average", "GSM8K, first 10", "AIME 24/25", "niah_2048", "niah_48",
)  # fmt: skip


def test_other_problems_have_other_names() -> None:
    known = catalogue()
    names = [known.name(written) or spelling(read(written).bare) for written in OTHER_PROBLEMS]
    alike = [
        pair for pair in combinations(range(len(names)), 2) if names[pair[0]] == names[pair[1]]
    ]
    assert [(OTHER_PROBLEMS[one], OTHER_PROBLEMS[other]) for one, other in alike] == []


def test_a_group_of_tasks_is_not_the_task_of_its_name() -> None:
    """The harness calls all of MATH minerva_math; elsewhere these are 272 problems of another set."""
    assert catalogue().name("minerva_math", is_group=True) == "MATH"
    assert catalogue().name("minerva_math") == "Minerva Math"


@pytest.mark.parametrize(
    ("raw", "bare", "way"),
    [
        ("AIME24 (avg@32)", "AIME24", Way("avg@32", 32)),
        ("AIME24 (avg@k)", "AIME24", Way("avg@k")),
        ("AIME24 (Average@ 8)", "AIME24", Way("avg@8", 8)),
        ("aime24_mean@16", "aime24", Way("mean@16", 16)),
        ("AIME24 (pass@1)", "AIME24", Way("pass@1")),
        ("AIME24 (maj@8)", "AIME24", Way("maj@8")),
        ("AIME24 [cons@64]", "AIME24", Way("cons@64")),
        ("AIME24 (16 samples)", "AIME24", Way(None, 16)),
        ("GSM8K (5-shot)", "GSM8K", Way(settings={"num_fewshot": "5"})),
        ("GSM8K zero-shot", "GSM8K", Way(settings={"num_fewshot": "0"})),
        ("gsm8k_cot", "gsm8k", Way(settings={"prompt": "cot"})),
        ("BBH (3-shot, CoT)", "BBH", Way(settings={"num_fewshot": "3", "prompt": "cot"})),
        ("LiveCodeBench (Pass@1-COT)", "LiveCodeBench", Way("pass@1", None, {"prompt": "cot"})),
        ("DROP (3-shot F1)", "DROP", Way("f1", None, {"num_fewshot": "3"})),
        ("AIME24 (no-think)", "AIME24", Way(settings={"enable_thinking": "False"})),
        ("AIME25 (mean@16, t=0.6)", "AIME25", Way("mean@16", 16, {"temperature": "0.6"})),
        ("lighteval|gsm8k|5|0", "gsm8k", Way(settings={"num_fewshot": "5"})),
        # Not known as a way, or nothing else.
        ("LiveCodeBench (v5)", "LiveCodeBench (v5)", Way()),
        ("HLE (text only)", "HLE (text only)", Way()),
        ("mgsm_cot_de", "mgsm_cot_de", Way()),
        ("few_shot_learning", "few_shot_learning", Way()),
        ("pass@1", "pass@1", Way()),
        ("(avg@32)", "(avg@32)", Way()),
        ("cot", "cot", Way()),
    ],
)
def test_ways_to_measure_are_read_from_a_name(raw: str, bare: str, way: Way) -> None:
    assert read(raw) == (bare, way)


def test_two_entries_of_the_catalogue_that_are_spelled_alike_are_refused() -> None:
    with pytest.raises(
        IngestError, match="'aime24' is 'AIME24' and 'AIME 2024' \\(expected one\\)"
    ):
        Known.of([("AIME24", [], [], False), ("AIME 2024", [], [], False)])


WORDS = st.text(string.ascii_letters + string.digits, min_size=1, max_size=6)


@given(st.lists(WORDS, min_size=1, max_size=4), st.data())
def test_case_and_separators_do_not_count_and_letters_and_digits_do(
    words: list[str], data: st.DataObject
) -> None:
    separators = st.sampled_from(["-", "_", " ", ":", " - "])
    one, other = (
        "".join(word + data.draw(separators) for word in words[:-1]) + words[-1] for _ in range(2)
    )
    assert spelling(one) == spelling(other.upper()) == spelling(other.lower())
    assert spelling(one + "x") != spelling(one)
    assert spelling(f"{one} 7") != spelling(f"{one} 8")


@given(st.text(max_size=40))
def test_any_text_is_a_name_and_something_of_it_is_left(raw: str) -> None:
    bare = read(raw).bare
    assert bool(bare.strip()) == bool(raw.strip())
    assert read(bare).bare == bare
