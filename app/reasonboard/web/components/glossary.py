"""What the words of a page mean."""

GLOSSARY = {
    "95% interval": "The range of true values that fit the data. Errors from reading a chart are not included.",
    "Significant": "Chance alone would produce a difference this large less than 5% of the time, after correcting "
    "for multiple comparisons.",
    "Not significant": "The data cannot rule out chance. That does not mean there is no effect.",
    "Only before correction": "Significant on its own, but not after correcting for multiple comparisons.",
    "Cannot tell yet": "The data fits both a gain and a loss. More problems or more runs would tell.",
    "Tied": "Not significantly below the best. Two tied models can still differ: compare them directly.",
    "Detectable difference": "The smallest true difference that a test on this many problems finds 80% of the time. "
    "Written “detects ≥ 3 points”.",
    "Not tested": "The number of problems, or the standard error, is unknown.",
    "Problems like these": "The interval holds for other problems of the same kind.",
    "These problems": "The interval holds for a rerun on the same problems, so it is narrower.",
    "Flipped": "One model solves the problem and the other does not.",
    "Frontier": "The runs that no run with fewer tokens (or at a lower price) matches.",
    "Measured": "Computed from the answers of a run, or reported by its tool.",
    "Stated": "A number from the text or a table of the source.",
    "Read from a figure": "Digitized from a chart, so only as precise as the image.",
    "Approximate, range given in text": "The source says “about” or gives a range.",
    "Extrapolated": "Beyond what was measured.",
    "Made up to illustrate a trend": "Not a measurement: the source describes the trend without numbers.",
}
"""A word of the pages, and its meaning in a sentence or two."""
