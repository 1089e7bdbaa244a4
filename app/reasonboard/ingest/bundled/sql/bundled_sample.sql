INSERT INTO sample (
    run, sha256, benchmark, metric, item, repeat, score, tokens_in, tokens_out, finish, text_file, place
)
VALUES (
    $run, $sha256, $benchmark, $metric, $item, 0, $score, $tokens_in, $tokens_out, $finish, $text_file, $place
)
