"""How the files under assets/ are made; run by scripts/build_assets.py."""
