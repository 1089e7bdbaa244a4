"""What a reader can change: dropdowns, segments and a switch, and a sentence on what each does."""

from typing import Any

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core.control import GROUP, OWN_RUNS, Choice, Control
from reasonboard.core.pair_names import listed_names
from reasonboard.store.cache import Kept
from reasonboard.store.database import Value

_short_names = Kept(listed_names)
"""Several controls have the same choices, and every change of a page asks for them."""


def field(id: str, control: Control, options: list[Choice], value: Value) -> Component:
    """The labelled field of a control, as its place asks. The comparison baseline is hidden."""
    if control.marks:
        return dcc.Input(id=id, type="hidden", value=str(value))
    if control.place == "answer":
        # Its name has no text of its own: it stands within a sentence, which is read as a whole.
        name = html.Span(id=f"{id}-label", hidden=True, **aria(label=control.label))
        return html.Span(
            [name, _dropdown(id, control, options, value)],
            className="answer-choice",
            title=tooltip(control),
            **data(chosen=_chosen_labels(control, options, value)),
        )
    if control.segments:
        return _segments(id, control, options, value)
    label = html.Label(control.label, htmlFor=id, id=f"{id}-label", className="chip-label")
    return html.Div(
        [label, _dropdown(id, control, options, value)],
        id=f"{id}-chip",
        className="chip",
        title=tooltip(control),
        role="group",
        hidden=no_choice(control, options),
        **aria(labelledby=f"{id}-label"),
        **data(chosen=_chosen_labels(control, options, value)),
    )


def no_choice(control: Control, options: list[Choice]) -> bool:
    """Is there nothing to choose, so that the control need not be shown?"""
    if control.optional:
        return not options
    if control.usual and control.usual(options) != [option.value for option in options]:
        return False
    return len(options) < 2  # noqa: PLR2004


def choices(control: Control, options: list[Choice]) -> list[dict[str, Any]]:
    """Choices as Dash's dropdowns and radio buttons take them, each group after its heading.

    The heading of the reader's own runs chooses all of them, where several can be chosen. Choices of no group that come
    first need none. Always with a label: in a list of plain texts Dash's search finds nothing.
    """
    listed: list[dict[str, Any]] = []
    short = _short_names(tuple(option.label for option in options))
    groups = dict.fromkeys(option.group for option in options)
    for group in groups:
        rest = "" if not listed else "Bundled" if OWN_RUNS in groups else "Others"
        if group == OWN_RUNS and control.multi:
            listed.append({"value": f"{GROUP}{group}", "label": "All your runs"})
        elif len(groups) > 1 and (group or rest):
            listed.append(_heading(group or rest))
        listed += [
            {"value": option.value} | _words(option.label, short.get(option.label))
            for option in options
            if option.group == group
        ]
    return listed


def _words(label: str, short: str | None) -> dict[str, Any]:
    """A label. A long one is found by all its words, which its tooltip has too."""
    return {"label": short, "title": label, "search": label} if short else {"label": label}


def _heading(words: str) -> dict[str, Any]:
    """The heading of a group in a dropdown: a choice that nobody can make."""
    return {"value": f"{GROUP}{words}", "label": words, "search": "", "disabled": True}


def aria(**words: str) -> dict[str, Any]:
    """ARIA attributes by their names without the prefix."""
    return {f"aria-{name}": text for name, text in words.items()}


def data(**words: str) -> dict[str, Any]:
    """Data attributes by their names without the prefix."""
    return {f"data-{name}": text for name, text in words.items()}


def _segments(id: str, control: Control, options: list[Choice], value: Value) -> Component:
    """Segments; those of a chart say by themselves what they are of."""
    kind = "switch" if control.place == "switch" else "segments"
    is_named = not control.place.startswith("chart:")
    return html.Div(
        radio_buttons(id, control.label, choices(control, options), str(value), is_named=is_named),
        id=f"{id}-chip",
        className=f"chip {kind}",
        title=tooltip(control),
        hidden=no_choice(control, options),
    )


def radio_buttons(
    id: str, label: str, options: list[dict[str, Any]], value: str, *, is_named: bool
) -> list[Component]:
    """Native radio buttons in a row, after their label, which only screen readers have unless `is_named`."""
    name = html.Span(
        label, id=f"{id}-label", className="chip-label" if is_named else "visually-hidden"
    )
    return [name, dcc.RadioItems(id=id, options=options, value=value, className="segmented")]


def _chosen_labels(control: Control, options: list[Choice], value: Value) -> str:
    """What the dropdown will say: it keeps its room until the browser has the script for it (style.css)."""
    chosen = value if isinstance(value, list) else [value] if value else []
    short = _short_names(tuple(option.label for option in options))
    labels = {option.value: short.get(option.label, option.label) for option in options}
    return ", ".join(labels.get(choice, choice) for choice in chosen) or _placeholder(control)


def _placeholder(control: Control) -> str:
    """What an empty dropdown says: "All", unless no choice means something else."""
    if not control.multi:
        return "None"
    is_all = control.everything.startswith("all")
    return "All" if is_all else control.everything[0].upper() + control.everything[1:]


def _dropdown(id: str, control: Control, options: list[Choice], value: Value) -> Component:
    return dcc.Dropdown(
        id=id,
        options=choices(control, options),
        value=value or None,
        multi=control.multi,
        clearable=control.multi or control.optional,
        searchable=isinstance(control.choices, str),
        closeOnSelect=not control.multi,
        placeholder=_placeholder(control),
        optionHeight="auto",
        maxHeight=320,
    )


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
