INSERT INTO source VALUES (
    $id, $study, $rank, $title, $citation, $url, $licence, $kind, $note, $statements,
    map($axis_names, $axis_words), $file, $sha256, $loaded_at
)
