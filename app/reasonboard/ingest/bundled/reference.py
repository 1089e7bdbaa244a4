"""How a bundled source is cited: the table `[bibtex]` of its TOML, checked before it is stored."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from reasonboard.store.shapes import matching

Text = Annotated[str, Meta(pattern=r"\S", description="a text")]
Name = Annotated[str, Meta(pattern=r"\S", description="a name")]
_KEY = matching(r"[A-Za-z][A-Za-z0-9:.-]{0,79}", "letters, digits and : . -, a letter first")
_EPRINT = matching(
    r"\d{4}\.\d{4,5}(v\d+)?|[a-z-]+(\.[A-Z]{2})?/\d{7}(v\d+)?", "an arXiv number such as 2501.12599"
)
_URL = matching(r"https?://[^\s{}\\]+", "an address that begins with http:// or https://")
_YEAR = Meta(ge=1900, le=2100, description="a whole number such as 2025")


class Reference(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry. An author is `Family, Given`, or a name without a comma for a group; `others` are the rest of them."""

    type: Literal["article", "book", "inproceedings", "misc", "phdthesis", "techreport"]
    key: Annotated[str, _KEY]
    title: Text
    author: list[Name] = []
    journal: Text | None = None
    booktitle: Text | None = None
    institution: Text | None = None
    school: Text | None = None
    publisher: Text | None = None
    eprint: Annotated[str, _EPRINT] | None = None
    doi: Text | None = None
    url: Annotated[str, _URL] | None = None
    note: Text | None = None
    year: Annotated[int, _YEAR] | None = None

    @property
    def fields(self) -> dict[str, str]:
        """What the entry says besides its type, key and authors."""
        values = {name: getattr(self, name) for name in self.__struct_fields__[2:]}
        return {name: str(value) for name, value in values.items() if value and name != "author"}
