"""What the words of a page mean."""

GLOSSARY = {
    "95 % interval": "In 95 of 100 repetitions of the measurement such an interval contains the true "
    "value. It leaves out the errors of reading a figure.",
    "Significant": "A difference so large that chance alone gives one in less than 5 of 100 cases, after "
    "correction for the number of comparisons.",
    "Could be chance": "Not significant. This is not “no effect”: the numbers cannot tell.",
    "Detects ≥ 36 points": "The smallest true difference that a test with so many problems finds in 80 of 100 cases.",
    "Only before correction": "Significant by itself, and no longer after correction for the number of comparisons.",
    "Tied": "Not significantly below the best. Ties say nothing of a pair: two models are compared by themselves.",
    "Not tested": "Neither the number of problems nor a standard error is known.",
    "Measured": "Computed from the answers of a run, or stated by its tool.",
    "Stated": "Given as a number by the source, in its text or a table.",
    "Read from a figure": "Measured on a drawing, as exact as that allows.",
    "Approximate, range given in text": "The source says “about” or names bounds.",
    "Extrapolated": "Beyond what was measured.",
    "Made up to illustrate a trend": "No measurement: the source describes a shape in words only.",
}
"""A word of the pages, and its meaning in a sentence or two."""
