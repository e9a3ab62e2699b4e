"""Solo practice at the table."""
