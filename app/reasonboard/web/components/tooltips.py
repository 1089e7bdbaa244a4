"""What each control does, in a sentence that shows when it is pointed at."""

from reasonboard.core.control import Control

_SENTENCES = {
    "a": "The first of the two models that are compared.",
    "along": "What the x axis counts.",
    "b": "The model that A is compared with.",
    "compare_at": "At which step the recipes are compared.",
    "cost": "What the x axis counts as the cost of an answer.",
    "domain": "Show the benchmarks of one domain only.",
    "drawn": "Draw many benchmarks by domain, or each one.",
    "family": "Which family of models this page shows.",
    "finish": "List only problems whose answers ended this way.",
    "form": "How accuracy and length are drawn.",
    "intervals": "Show or hide the 95% intervals and what they decide.",
    "items": "Which problems of the benchmark are listed.",
    "margin": "How large a loss you accept.",
    "metric": "Which score this page shows.",
    "mode": "What the cells of this chart show.",
    "number": "What this chart says of the checkpoints.",
    "order": "How the rows or panels are sorted.",
    "others": "Draw other runs in panels of their own, or in gray behind this one.",
    "own": "Highlight your own runs.",
    "panels": "How many panels are drawn.",
    "reference": "What each difference is compared with.",
    "scalars": "Which logged values are drawn.",
    "scales": "Use one scale for all panels, or one for each.",
    "second": "The model that is subtracted when the chart shows differences.",
    "settings": "Show the newest run of each model, or all runs.",
    "smooth": "Over how many steps logged values are averaged.",
    "smoothing": "How strongly the lines are smoothed.",
    "source": "Whose results this page shows.",
    "spacing": "Space checkpoints evenly, or to scale.",
    "split": "Which test set was answered.",
    "spread": "Show or hide the range of response lengths.",
    "train_samples": "How many examples the models were trained on.",
    "with_loads": "Compare with runs of other loads.",
    "x_scale": "Use a linear or a logarithmic x axis.",
}
"""By the names of controls, which mean the same on all pages."""


def tooltip(control: Control) -> str:
    """The sentence of a control; those of a mark and of filters are alike on all pages."""
    if sentence := _SENTENCES.get(control.name):
        return sentence
    if control.multi:
        return f"Show {control.everything}, or only those that you choose."
    if control.place == "selection":
        return f"{control.label} of the selected mark."
    return f"Show results of one {control.label[:1].lower()}{control.label[1:]} only."
