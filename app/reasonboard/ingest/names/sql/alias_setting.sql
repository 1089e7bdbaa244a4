-- What a person says that a setting is holds until it is said to be something else.
INSERT OR REPLACE INTO alias_setting VALUES ($raw, $role)
