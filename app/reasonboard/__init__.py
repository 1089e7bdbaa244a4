"""Reasonboard: a dashboard for the evaluation results of reasoning models."""
