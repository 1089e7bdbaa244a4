"""Many machines: a folder or a bucket that training jobs write to, and that replicas read from."""
