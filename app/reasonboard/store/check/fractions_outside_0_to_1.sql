SELECT file, locator, value FROM result WHERE unit = 'fraction' AND value NOT BETWEEN 0 AND 1
