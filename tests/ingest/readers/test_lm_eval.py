"""A small result of lm-evaluation-harness, for the tests of all readers."""

from typing import Any

DOCUMENT: dict[str, Any] = {
    "results": {
        "gsm8k": {
            "alias": "gsm8k", "exact_match,strict-match": 0.5, "exact_match_stderr,strict-match": 0.1,
            "exact_match,flexible-extract": 0.6, "exact_match_stderr,flexible-extract": "N/A",
        },
        "wikitext": {"word_perplexity,none": 12.5},
        "mmlu": {"acc,none": 0.25},
    },
    "groups": {"mmlu": {"acc,none": 0.25}},
    "group_subtasks": {"mmlu": ["mmlu_law"], "gsm8k": []},
    "configs": {"gsm8k": {}},
    "n-samples": {"gsm8k": {"original": 1319, "effective": 200}},
    "higher_is_better": {"gsm8k": {"exact_match": True}},
    "config": {
        "model_args": "pretrained=org/m-7b,revision=step3000,stop=[a,b]", "model_num_parameters": 7_100_000_000,
        "batch_size": 8, "api_key": "sk-abcdefghijklmnopqrstuv",
    },
    "model_name": "org/m-7b",
    "date": 1700000000.0,
}  # fmt: skip
