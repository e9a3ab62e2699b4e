"""A second, slow reading of the rules, and tests that both readings agree."""
