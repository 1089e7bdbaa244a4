"""The words and signs in cells: for missing values, units, suffixes, bounds, and marks of footnotes."""

MISSING = frozenset(
    word.replace("~", " ")
    for line in (
        "#div/0! #n/a #n/a! #name? #null! #num! #ref! #value! +inf - -- --- -inf -infinity .",
        ".. ... / <na> ? ?? ??? \\ collapse collapsed crash crashed diverged divergence",
        "diverges empty err error fail failed failure inf infinity k.a k.a. k.~a. missing n.a",
        "n.a. n.r. n/a n/a. n/r n/s n/t na nan nil none not~applicable not~available",
        "not~evaluated not~reported not~run not~supported not~tested no~data nr ns null",
        "o.o.m. oom oot pending running skipped t/o tba tbd timed~out timeout todo unknown",
        "unsupported void wip · ‐ – — ― … − ∞ ⌛ ⏳ ❓",
    )
    for word in line.split()
)
"""Words of missing values; ~ is a space."""
SIGNS = {
    word.replace("~", " "): line.split()[0].replace("~", " ")
    for line in (
        "% pct percent per~cent ％ pct.",
        "$ usd us$",
        "€ eur",
        "£ gbp",
        "¥ rmb cny",
        "s sec secs sec. second seconds",
        "ms msec milliseconds",
        "µs us μs",
        "ns",
        "min mins min. minute minutes",
        "h hr hrs hour hours",
        "d day days",
        "KB kb",
        "MB mb",
        "GB gb",
        "TB tb",
        "KiB kib",
        "MiB mib",
        "GiB gib",
        "TiB tib",
        "tokens tok toks token",
        "tok/s tokens/s token/s toks/s t/s tps tok/sec tokens/sec tokens/second",
        "it/s",
        "req/s",
        "x ×",
        "pp pp. pts pt pts. points",
        "kWh kwh",
        "Wh wh",
        "TFLOPS tflops",
        "GFLOPS gflops",
        "FLOPS flops",
        "GPU~h gpu~hours gpu-hours gpu~h",
        "words",
        "chars",
        "steps",
        "turns",
        "Elo elo",
        "bits bit",
        "params parameters",
        "items questions samples problems",
    )
    for word in line.lower().split()
}
"""How a sign is written -> the sign; ~ is a space."""
MONEY = {"$": "$", "us$": "$", "usd": "$", "€": "€", "£": "£", "¥": "¥", "eur": "€"}
SUFFIXES = {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12, "bn": 9, "mn": 6}
BOUNDS = {
    word.replace("_", " "): line.split()[0]
    for line in (
        "< ≲ ≪ under",
        "> ≳ ≫ over",
        "≤ <= up_to at_most",
        "≥ >= at_least",
        "~ ≈ ∼ ca. about approx.",
    )
    for word in line.split()
}
SPREADS = {
    word.replace("_", " "): line.split()[0]
    for line in (
        "std sd stdev std. s.d. σ std_dev standard_deviation",
        "se sem stderr s.e. std_err se. standard_error",
        "ci",
        "±",
    )
    for word in line.split()
}
"""What is written before a spread in brackets -> its usual word."""
GAPS = "\u00a0\u2009\u202f'’"
"""What may stand between groups of three digits in any country."""
MARK = (
    r"(?:\[\^[^\]]{1,20}\]|\[\d{1,2}\]|[*†‡§¶#⋆★☆✝✱∗^⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ↑↓⬆⬇↗↘▲▼△▽"
    r"✅✓✔⭐⚠✨⚡❗➕➖➡❌✗✘⏱🆕\U0001F300-\U0001FAFF])"
)
"""A mark of a footnote, or a symbol, beside a name or a number."""
