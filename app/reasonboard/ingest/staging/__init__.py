"""Files to records in the words of the file, in a process of its own, then beside what is loaded."""
