"""The page of one problem: what one or two runs answered to it, side by side."""
