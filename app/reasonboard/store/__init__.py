"""The store: a folder of immutable snapshots, a pointer that names the current one, and a lock."""
