SELECT file, locator, greatest(abs(value), abs(stderr)) FROM result WHERE abs(value) > 1e100 OR abs(stderr) > 1e100
