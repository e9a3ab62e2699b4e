"""The screens; none imports another game's."""
