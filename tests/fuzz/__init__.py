"""Random and spoilt input."""
