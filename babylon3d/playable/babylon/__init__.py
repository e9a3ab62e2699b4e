"""The games of the family Babylon Tower Builders at the table."""
