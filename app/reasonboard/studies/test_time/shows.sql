SELECT DISTINCT source, 'test-time' FROM token_score
