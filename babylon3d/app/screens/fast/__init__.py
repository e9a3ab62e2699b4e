"""The screens of the Fast Game."""
