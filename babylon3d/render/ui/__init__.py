"""The flat part of every screen: elements, their layout, their look, and what mouse and keys do to them."""
