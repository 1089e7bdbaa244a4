SELECT source || ': ' || locator FROM result WHERE stderr < 0
