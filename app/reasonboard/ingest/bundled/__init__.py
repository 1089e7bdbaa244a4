"""The sources that come with the product."""
