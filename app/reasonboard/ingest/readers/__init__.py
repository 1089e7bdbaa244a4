"""A folder or a module per tool, whose two functions say whether a file is its tool's and what it says."""
