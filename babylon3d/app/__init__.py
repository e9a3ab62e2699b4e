"""The program: a stack of screens and the fixed-tick loop."""
