SELECT DISTINCT source, 'test-time' AS study, false AS by_step FROM token_score
