"""Addresses that keep to a version of the data, and short links: such an address under a name, kept in the store."""
