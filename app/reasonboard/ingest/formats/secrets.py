"""Recognizes secrets: settings by their names, tokens by their vendor's prefix, length and alphabet."""

import re
from itertools import pairwise
from typing import Any

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ALWAYS = frozenset({
    "secret", "secrets", "password", "passwords", "passwd", "passphrase", "pwd", "credential", "credentials", "bearer",
    "authorization", "auth", "apikey", "apikeys", "authtoken", "accesstoken", "cookie", "cookies",
})  # fmt: skip
"""Words that mark a secret anywhere in a name."""
_BEFORE_KEY = frozenset({
    "access", "account", "api", "app", "auth", "aws", "azure", "client", "deploy", "encryption", "gcp", "google", "hf",
    "hub", "license", "master", "openai", "private", "secret", "service", "session", "shared", "signing", "ssh",
    "subscription", "wandb",
})  # fmt: skip
_BEFORE_TOKEN = frozenset({
    "access", "api", "app", "auth", "bearer", "csrf", "face", "git", "github", "gitlab", "hf", "hub", "huggingface",
    "login", "oauth", "personal", "private", "refresh", "secret", "security", "service", "session", "slack", "upload",
    "verify", "wandb",
})  # fmt: skip
_MAY_NAME = re.compile(r"key|token|secret|pass|pwd|cred|auth|bearer|cookie", re.IGNORECASE)
_WITHOUT_WORDS = re.compile(r"(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[A-Za-z0-9_+/=~-]{20,}")
"""The value of a name such as `my_key`: a long run of letters and digits, unlike any word."""
_SHORTEST = 12
_TOKEN = re.compile(
    r"""
    (?<![A-Za-z0-9])(?:
        sk-[A-Za-z0-9]{16,}                                       # OpenAI and compatible
        | sk-(?:proj|svcacct|admin|None|ant|or|lf|kimi|sp)-[\w-]{24,}
        | (?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}             # Stripe
        | (?:hf|api_org)_[A-Za-z0-9]{30,}                         # Hugging Face
        | gh[opsur]_[A-Za-z0-9]{36,} | github_pat_\w{40,}
        | gl(?:pat|ptt|dt|rt|cbt|agent|soat|ft|imt)-[\w.-]{20,}   # GitLab
        | xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,} | xapp-\d-[A-Za-z0-9-]{10,}  # Slack
        | (?:AKIA|ASIA|AGPA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9]) | LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])
        | AIza[\w-]{35} | ya29\.[\w-]{20,} | GOCSPX-[\w-]{20,}    # Google
        | eyJ[\w-]{6,999}\.eyJ[\w-]{6,}(?:\.[\w-]*)?               # JSON web tokens
        | gsk_[A-Za-z0-9]{40,} | r8_[A-Za-z0-9]{36,} | pplx-[A-Za-z0-9]{32,} | xai-[A-Za-z0-9]{32,}
        | nvapi-[\w-]{40,} | tgp_v\d_[\w-]{20,} | fw_[A-Za-z0-9]{20,} | wandb_v\d_\w{20,}
        | npm_[A-Za-z0-9]{36,} | pypi-[\w-]{40,} | do[op]_v1_[0-9a-f]{64} | SG\.[\w-]{16,}\.[\w-]{16,}
        | Bearer\ (?=\S*\d)[\w.~+/-]{16,} | \d{8,10}:[\w-]{35}(?![\w-])  # Telegram
        | AccountKey=[A-Za-z0-9+/]{40,}
    )
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----
    | ://(?:[^/\s:@]*:[^/\s@]+|[^/\s:@]{20,})@
    | [?&](?:api_?key|key|token|access_token|auth|password|sig|signature|X-Amz-Signature)=[^&\s]{8,}
    """,
    re.VERBOSE,
)


def looks_secret(name: str, value: Any) -> bool:
    """Does the name or the value show that a setting holds a secret? A truth value is none."""
    if isinstance(value, bool) or value in (None, ""):
        return False
    text = str(value)
    if has_secret(text):
        return True
    own = name.partition("[")[0]
    return bool(_MAY_NAME.search(own)) and any(_names_secret(part, text) for part in own.split("."))


def has_secret(text: str) -> bool:
    """Does the text contain a token of a known vendor, a private key, or a password in an address?"""
    return (len(text) >= _SHORTEST or "://" in text) and bool(_TOKEN.search(text))


def without_secrets(text: str) -> str:
    """The text with `***` in place of each secret."""
    return _TOKEN.sub("***", text)


def _names_secret(name: str, value: str) -> bool:
    """Is this the name of a secret, as `api_key` and `token`, unlike `max_tokens`, `eos_token` and `key_metric`?

    A name such as `my_key` is one if its value is no word.
    """
    words = [word.lower() for word in _WORD.findall(name)]
    if not words:
        return False
    *before, last = words
    if _ALWAYS & {*words, *map("".join, pairwise(words))}:
        return True
    if last == "token":
        known = not before or before[-1] in _BEFORE_TOKEN
    elif last in ("key", "keys"):
        known = bool(before) and before[-1] in _BEFORE_KEY
    else:
        return False
    return known or bool(_WITHOUT_WORDS.fullmatch(value))
