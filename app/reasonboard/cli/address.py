"""Addresses of places as values of options."""

from typing import Any

import click

from reasonboard.store.errors import AddressError
from reasonboard.store.places import address as addresses
from reasonboard.store.places.address import Address


class AddressType(click.ParamType[Any]):
    """An address of a folder or a bucket."""

    name = "URL"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return value if isinstance(value, Address) else addresses.parse(value)
        except AddressError as error:
            self.fail(str(error), param, ctx)


ADDRESS = AddressType()
FROM = click.option(
    "--from",
    "source",
    type=ADDRESS,
    metavar="URL",
    help="Use the shared folder (file:///folder) or bucket (s3://bucket/folder) of several machines.",
)
