SELECT file, locator, value FROM result WHERE unit = 'tokens' AND value NOT BETWEEN 0 AND 1e15
