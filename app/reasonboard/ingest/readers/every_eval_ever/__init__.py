"""Every Eval Ever."""
