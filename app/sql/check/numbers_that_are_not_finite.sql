SELECT source || ': ' || locator FROM result WHERE NOT isfinite(value)
