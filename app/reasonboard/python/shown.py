"""A page or a view in a notebook."""

from collections.abc import Sequence
from html import escape


class Shown:
    """What a notebook draws of views; anywhere else its address is printed."""

    def __init__(self, address: str, frames: Sequence[str], height: int) -> None:
        self.address = address
        self._frames = frames
        self._height = height

    def __repr__(self) -> str:
        return f"<Shown: {self.address}>"

    def _repr_html_(self) -> str:
        """A frame of HTML for each of the attributes, which names or holds what it shows."""
        return "\n".join(
            f'<iframe {attribute} title="{escape(self.address)}" width="100%" height="{self._height:d}" '
            'style="border:0"></iframe>'
            for attribute in self._frames
        )
