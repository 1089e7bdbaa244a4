"""The digest of a problem's text, by which answers of two runs are paired whatever their ids."""

import hashlib


def digest(text: object) -> int | None:
    """60 bits for a text, the same where only white space differs; None for what is none."""
    if not isinstance(text, str) or not text.strip():
        return None
    plain = " ".join(text.split()).encode("utf-8", "surrogatepass")
    return int(hashlib.sha256(plain).hexdigest()[:15], 16)
