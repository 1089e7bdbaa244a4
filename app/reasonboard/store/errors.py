"""Why a store cannot be used."""


class StoreError(Exception):
    """What is wrong with the store, and what to do: one line."""


class DataError(StoreError):
    """Why the data cannot be read, and what to do about it: one line."""


class BusyError(StoreError):
    """Another process writes to it for long: nothing is damaged."""


class NewerStoreError(StoreError):
    """A later release wrote it: nothing is damaged, and nothing may be changed."""


REPAIR = "Run `reasonboard repair`, which makes the data sound again"
"""What to do where a part of the store cannot be read."""
