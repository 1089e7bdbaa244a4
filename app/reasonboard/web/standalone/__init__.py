"""Pages that draw their charts without the dashboard: embedded, saved as one file, or as a static site."""
