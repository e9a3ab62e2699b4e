"""Rigid-body physics of a building; knows neither rules nor drawing."""
