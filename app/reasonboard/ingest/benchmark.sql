INSERT INTO benchmark VALUES ($name, $aliases, $domain, $items, $chance_level, $aggregate, $texts)
