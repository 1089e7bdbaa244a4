"""The charts of declared studies."""
