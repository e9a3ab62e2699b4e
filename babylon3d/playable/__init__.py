"""What makes each game's rules playable, without a window: presenters, words, natures, forms."""
