"""Several views on a page of their own, each in its state and with a caption."""
