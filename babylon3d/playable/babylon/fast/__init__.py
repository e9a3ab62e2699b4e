"""The Fast Game at the table."""
