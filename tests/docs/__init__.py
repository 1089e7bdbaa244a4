"""The pages of docs/ and the README: their commands, links and lists hold."""
