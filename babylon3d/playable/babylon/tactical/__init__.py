"""The Tactical Game at the table."""
