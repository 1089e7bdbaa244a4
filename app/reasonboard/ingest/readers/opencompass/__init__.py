"""OpenCompass."""
