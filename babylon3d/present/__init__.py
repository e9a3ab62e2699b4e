"""From a game's state to what is seen, as plain data; no panda3d here."""
