"""The screens of solo practice."""
