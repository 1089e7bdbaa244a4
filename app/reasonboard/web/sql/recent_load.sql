-- Were all files of the load $name loaded at once, since $since? FALSE where it is not there.
SELECT count(*) > 0 AND min(loaded_at) = max(loaded_at) AND max(loaded_at) > $since AS recent
FROM loaded_file
WHERE loaded_as = $name
