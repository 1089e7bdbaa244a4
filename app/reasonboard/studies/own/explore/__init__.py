"""Explore: the roles of a declared study as dropdowns of a page, for those who look before they write a file."""
