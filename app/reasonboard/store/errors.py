"""Why a store cannot be used."""


class StoreError(Exception):
    """What is wrong with the store, and what to do: one line."""


class DataError(StoreError):
    """Why the data cannot be read, and what to do about it: one line."""


class BusyError(StoreError):
    """Another process writes to it for long: nothing is damaged."""


class FormatError(StoreError):
    """Another version wrote it: nothing is damaged, and nothing may be changed."""


class AddressError(ValueError):
    """What is wrong with an address, and what was expected: one line."""


class RemoteError(StoreError):
    """Why a place does not answer, or what is wrong there: one line, without credentials."""


class MissingError(RemoteError):
    """A file is not there."""


REBUILD = "Run `reasonboard rebuild`, which makes the data sound again"
"""What to do where a part of the store cannot be read."""
