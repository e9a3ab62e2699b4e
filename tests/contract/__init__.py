"""What every game promises, asked of whatever is registered; a game is held to it by its registration alone."""
