"""The texts of answers, read in their files when somebody wants to see them: what all tools share."""
