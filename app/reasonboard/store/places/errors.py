"""Why a place cannot be used."""

from reasonboard.store.errors import StoreError


class AddressError(ValueError):
    """What is wrong with an address, and what was expected: one line."""


class RemoteError(StoreError):
    """Why a place does not answer, or what is wrong there: one line, without credentials."""


class MissingError(RemoteError):
    """A file is not there."""
