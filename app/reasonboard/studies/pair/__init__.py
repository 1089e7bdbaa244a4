"""The study of two models against each other."""
