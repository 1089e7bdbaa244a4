"""Other numbers of the same runs that can be places on an x axis: what a training had used by then."""

METRIC = "metric."
"""Before the name of such a number where a column is expected: `metric.hours`."""
_NAMES = {"num_tokens": "Tokens seen", "hours": "Hours", "token_length": "Mean tokens"}


def label_of_metric(column: str) -> str:
    """What `metric.NAME` is called on a page: 'Hours', else its own name."""
    name = column.removeprefix(METRIC)
    return _NAMES.get(name, name)
