SELECT file, locator, stderr FROM result WHERE stderr < 0
