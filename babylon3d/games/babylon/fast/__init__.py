"""The Fast Game of Babylon Tower Builders: built in real time, where what falls, falls."""
