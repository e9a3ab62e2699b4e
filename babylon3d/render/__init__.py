"""The owner of every panda3d object: window, scene, widgets, sound."""
