"""The Tactical Game of Babylon Tower Builders."""
