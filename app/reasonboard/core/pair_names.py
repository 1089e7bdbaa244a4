"""What models are called in a sentence: by what differs between them, without the rest of long names."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from reasonboard.charts.text_width import cut_apart

_LONGEST = 44
"""Letters of each name: two of them and a verdict take two lines of a headline."""
_LONGEST_MODEL = 30
"""Letters of a model in a list, if parts of its name follow."""
_BETWEEN = re.compile(r"( · |, )")


def pair_names(a: str, b: str) -> tuple[str, str]:
    """Short names of A and B by the parts in which they differ: 'my-7b · budget 4096' and 'budget 16384'.

    Two runs of one model share its name, which A alone has. Of parts that do not fit the last ones are left out.
    """
    if a == b:
        return a, b
    (model_a, *parts_a), (model_b, *parts_b) = _BETWEEN.split(a)[::2], _BETWEEN.split(b)[::2]
    of_a = [part for part in parts_a if part not in parts_b]
    of_b = [part for part in parts_b if part not in parts_a]
    name_a = _that_fit(model_a, of_a)
    name_b = _that_fit("" if model_a == model_b and of_a and of_b else model_b, of_b)
    short = cut_apart([name_a, name_b], _LONGEST)
    return short[name_a], short[name_b]


def name_among(name: str, names: Iterable[str]) -> str:
    """The name, a long one by its model and the parts that not all of these names have."""
    if len(name) <= _LONGEST:
        return name
    model, *parts = _BETWEEN.split(name)[::2]
    every = list(names)
    others = [_BETWEEN.split(other)[::2] for other in every if other != name]
    telling = [part for part in parts if not others or any(part not in one for one in others)]
    short = _that_fit(model, telling)
    return short if len(short) <= _LONGEST else cut_apart([*every, name], _LONGEST)[name]


def listed_names(names: Iterable[str]) -> dict[str, str]:
    """The short forms of long names in a list: the model and the parts that not all names of this model have."""
    split = {name: _BETWEEN.split(name)[::2] for name in names}
    if all(len(name) <= _LONGEST for name in split):
        return {}
    of_model: dict[str, list[set[str]]] = defaultdict(list)
    for model, *parts in split.values():
        of_model[model].append({*parts})
    models = cut_apart(of_model, _LONGEST_MODEL)
    shared = {model: set.intersection(*sets) for model, sets in of_model.items()}
    listed = {}
    for name, (model, *parts) in split.items():
        telling = [part for part in parts if part not in shared[model]]
        telling.sort(key=lambda part: part.endswith(" not stated"))
        listed[name] = " · ".join(filter(None, [models[model], ", ".join(telling)]))
    times = Counter(listed.values())
    return {
        name: short for name, short in listed.items() if len(name) > _LONGEST and times[short] == 1
    }


def whole_names(a: str, b: str) -> tuple[str, str]:
    """The names of A and B, shortened if they are long, for places without other context such as an image."""
    return (a, b) if max(len(a), len(b)) <= _LONGEST else pair_names(a, b)


def _that_fit(model: str, parts: list[str]) -> str:
    """The model, if it is named, with one of the parts and those others for which there is room, stated ones first."""
    stated_first = sorted(parts, key=lambda part: part.endswith(" not stated"))
    name = " · ".join(filter(None, [model, *stated_first[:1]]))
    for part in stated_first[1:]:
        if len(f"{name}, {part}") <= _LONGEST:
            name = f"{name}, {part}"
    return name
