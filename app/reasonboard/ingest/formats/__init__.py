"""From the bytes of a file to documents, rows and records; nothing here knows a tool."""
