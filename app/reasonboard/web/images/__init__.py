"""Images without a reader's browser: a Chromium, kept alive, draws them with the script of the page."""
