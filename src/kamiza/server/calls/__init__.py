"""The table calls you: by Web Push, by mail, by a webhook; docs/calls.md."""
