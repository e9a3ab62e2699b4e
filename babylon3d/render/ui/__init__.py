"""The flat part of every screen: elements, their layout, their look, and what hands do to them."""
