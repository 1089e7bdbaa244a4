"""What a page shows, for programs: one state, many forms."""
