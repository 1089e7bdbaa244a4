SELECT file, locator, value FROM result WHERE NOT isfinite(value) OR NOT isfinite(stderr)
