-- What the name of a metric tells if neither a file nor the catalogue does: is it a share of right answers, and is more of it
-- better? Nothing else is read from names.

-- Is a score a share of right answers: an accuracy or an exact match, whatever its tool, a filter or a mean of repeats adds to the
-- name? Others, such as F1, BLEU and pass@k, are means: a number of items gives them no interval.
CREATE MACRO called_proportion(metric) AS regexp_full_match(
    lower(regexp_replace(split_part(metric, ',', 1), '^.*/', '')),
    concat_ws(
        '|',
        '((mean|average|weighted_average|prompt_level|prompt_level_strict|prompt_level_loose|loglikelihood|extracted)_?)?acc(uracy)?(_norm|_norm_nospace|_char|_token|_mutual_info)?',
        '(weighted)?average(accuracy|pass@1)',
        '(mean_|quasi_|prefix_|quasi_prefix_|final_number_)?exact(_match)?(_indicator)?|p?q?em|extractive_match',
        'math_(equiv|verify)(_chain_of_thought)?|chain_of_thought_correctness',
        '(is_)?(in)?correct|(is_)?not_attempted|match|pattern|choice|includes|resolved|(truthfulqa_)?mc1|pct_stereotype',
        '(.*[_ ])?pass(@|_at_)1(:[0-9]+(_samples)?)?|(mean|avg)@[0-9]+'
    )
);

-- What a value by a metric is (`Scale` of statistics/uncertainty.py): this decides its interval and its test.
CREATE MACRO scale_of(unit, proportion) AS
CASE WHEN proportion THEN 'proportion' WHEN unit = 'fraction' THEN 'fraction' ELSE 'amount' END;

-- The words of a name in lower case between blanks, however it is written: 'isIncorrect', 'is-incorrect' and 'is_incorrect' are
-- ' is incorrect '. A '/' is a word; a filter after a comma is left out. Words with one meaning become one, and a negated word
-- begins with 'not~'.
CREATE MACRO words_of_metric(name) AS list_reduce(
    [
        [concat(' ', lower(regexp_replace(regexp_replace(split_part(name, ',', 1), '([a-z0-9])([A-Z])', '\1 \2', 'g'), '([A-Z])([A-Z][a-z])', '\1 \2', 'g')), ' '), ''],
        ['(avg|average|mean|rm)@[0-9]+', ' accuracy '],
        ['/', ' / '],
        ['[^a-z0-9/]+', '  '],
        [' (tokens?|toks?|samples?|requests?|items?|queries) +(per +|/ +)(s|secs?|seconds?|min|minutes?) ', ' throughput '],
        [' (cross +entropy|(bits|nats) +per +[a-z]+|neg(ative)? +log *likelihood) ', ' loss '],
        [' (not +attempted|no +answers?) ', ' unanswered '],
        [' (prompt|inst|instruction) +level ', ' accuracy '],
        [' ([a-z0-9]+) +free ', ' not~\1 '],
        [' (not|non|no) +', ' not~']
    ],
    lambda words, rule: [regexp_replace(words[1], rule[1], rule[2], 'g'), '']
)[1];

-- Does this word mean that more is better? NULL if it means neither.
CREATE MACRO direction_of_word(word) AS CASE
    WHEN regexp_full_match(
        word,
        concat_ws(
            '|',
            'incorrect(ly)?|wrong|mistakes?|err(or)?s?|fail(s|ed|ures?|ing)?|false|miss(es|ed)?|unanswered|unattempted|regrets?',
            'invalid|illegal|malformed|unpars(ed|able|eable)|crash(es|ed)?|timeouts?|abort(s|ed)?|violat(ions?|ed|es)|leak(s|ed|age)?',
            '(over)?refus(als?|ed|es?)|toxic(ity)?|hate(ful)?|harm(s|ful|fulness)?|unsafe|hallucinat(ions?|ed|es?|ing)|contradictions?',
            'inaccura(cy|te)|incoheren(ce|t)|inconsisten(cy|t)|un(faithful(ness)?|truthful(ness)?|helpful|grounded|solved|supported)|dishonest(y)?',
            'sycophan(cy|tic)|decepti(on|ve)|jailbreaks?|contamination|disparity|risks?',
            'perplexit(y|ies)|pplx?|bp[bc]|nll|(log|neg)?loss(es)?|surprisal|latenc(y|ies)|delays?|durations?|times?|timings?|runtimes?|elapsed',
            'seconds?|secs?|ms|milliseconds?|minutes?|ttft|tpot|costs?|prices?|usd|dollars?|expenses?',
            '[wctme]er|n?r?m[as]e|s?mape|r?msl?e|brier|[em]ce|distances?|fid|drops?|degradation|forgetting|f[pnd]r'
        )
    ) THEN false
    WHEN regexp_full_match(
        word,
        concat_ws(
            '|',
            'acc(s|uracy|uracies)?|correct(ly|ness)?|em|exact|match(es|ed)?|equiv(alen(t|ce))?|includes|contains|pass(es|ed|rate)?|g?pass',
            'solv(ed?|es)|resolv(ed?|es)|success(es|ful)?|wins?|won|winrates?|elo|maj(ority)?|cons(ensus)?|top[0-9]+|mc[12]',
            'f[0-9.]*|f(beta|scores?|measure)|precision|recall|specificity|sensitivity|t[pn]r|(pr|roc)?au(ro|pr)?c(pr)?|roc|m?ap|m?rr|n?dcg|hits?',
            '[a-z]*bleu(rt)?[0-9]*|rouge[a-z0-9]*|meteor|chrf[a-z0-9]*|comet[0-9]*|[a-z]+score|sari|cider|spice',
            'mcc|matthews|kappa|pearsonr?|spearmanr?|kendall|r2|m?iou|dice|jaccard|similarity|rewards?|throughput|gains?|improvements?',
            'help(ful|fulness)|harmless(ness)?|truthful(ness)?|honest(y)?|faithful(ness)?|grounded(ness)?|safe(ty)?',
            'relevance|coheren(ce|t)|fluen(cy|t)|quality|informative(ness)?'
        )
    ) THEN true
    WHEN starts_with(word, 'not~') THEN CASE
        WHEN regexp_full_match(substr(word, 5), 'incorrect|errors?|fail(ed|ures?)?|refus(als?|ed)|toxic(ity)?|hallucinat(ions?|ed)|harmful|violations?') THEN true
        WHEN regexp_full_match(substr(word, 5), 'correct|accurate|match(ed)?|pass(ed)?|solved?|resolved?|safe|faithful|grounded') THEN false
    END
END;

-- The last word with a direction decides, because the others describe it ('error detection f1'). What follows a preposition only
-- tells when or for what ('accuracy given attempted', 'time to first token'). A score, rating or grade is better when higher,
-- unless another word decides ('toxicity score').
CREATE MACRO direction_of_words(words) AS coalesce(
    list_filter(
        list_transform(
            string_split(regexp_replace(words, ' (per|to|until|before|vs|versus|given|among|when|if|at|by|on|in|over|with|without|for) .*$', ' '), ' '),
            lambda word: direction_of_word(word)
        ),
        lambda direction: direction IS NOT NULL
    )[-1],
    CASE WHEN regexp_matches(words, ' (scores?|ratings?|grades?|marks?) ') THEN true END
);

-- Is more of a metric better? NULL if its name does not tell, or if two parts of it disagree ('refusal/accuracy'): then nothing is
-- ranked by it. Spreads, lengths, differences and the like are neither good nor bad.
CREATE MACRO called_direction(name) AS CASE
    WHEN regexp_matches(name, '↓|(?i:lower[ _-]?is[ _-]?better)') THEN false
    WHEN regexp_matches(name, '↑|(?i:higher[ _-]?is[ _-]?better)') THEN true
    WHEN regexp_matches(
        words_of_metric(name),
        ' (std|stdevs?|stddev|sd|var|variance|stderr|sem|ci|kl|entropy|coeff?s?|coefficients?|grad|lr|gaps?|diffs?|differences?|deltas?|attacks?|asr|len|lengths?|tokens|toks|chars|characters|advantages?|weights?|bias(ed|es)?|stereotyp[a-z]*|difficulty|confidence|uncertainty|size|depth|budget) '
    ) THEN NULL
    ELSE (
        SELECT CASE WHEN bool_and(direction) = bool_or(direction) THEN bool_and(direction) END
        FROM (SELECT direction_of_words(unnest(string_split(words_of_metric(name), '/'))) AS direction)
    )
END;
