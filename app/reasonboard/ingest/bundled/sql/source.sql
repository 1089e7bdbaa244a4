INSERT INTO source VALUES (
    $id, $rank, $title, $citation, $url, $licence, $kind, $note, $statements,
    map($axis_names, $axis_words), $file, $sha256, $loaded_at,
    CASE WHEN $entry_type IS NOT NULL THEN {
        'type': $entry_type, 'key': $entry_key, 'authors': $authors::TEXT[],
        'fields': map($field_names::TEXT[], $field_texts::TEXT[])
    } END
)
