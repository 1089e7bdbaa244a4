"""What a link to a sheet says of itself where it is pasted."""

from reasonboard.web.preview import Preview, cut
from reasonboard.web.sheet.sheet import decode


def preview(search: str) -> Preview:
    """Names the views; what the reader who made the sheet wrote stays on the page."""
    sheet, _ = decode(search)
    titles = [f"{item.study.name}: {item.view.title}" for item in sheet.items]
    if not titles:
        return Preview("Sheet", "Charts side by side, each with its caption and its sources.")
    number = f"{len(titles)} view{'' if len(titles) == 1 else 's'}"
    return Preview(f"Sheet of {number}", cut("; ".join(titles)))
