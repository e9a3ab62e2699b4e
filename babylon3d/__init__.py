"""Tower-building board games in 3D, with real physics."""

__version__ = "0.1.0"
