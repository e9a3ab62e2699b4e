"""What each command of the command line does; `babylon3d.cli` runs them."""
