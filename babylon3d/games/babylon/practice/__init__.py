"""Solo practice: drills against the clock, played by the Fast Game's rules with one player and one area (F14)."""
