"""Games of the Tactical Game between bots, headless, and who won how often.

python scripts/tournament_tactical.py                                  # 100 games: hard against two old mediums
python scripts/tournament_tactical.py --bots medium,old,old --games 30 --seed 500
python scripts/tournament_tactical.py --bots medium,medium,medium      # how many nobles are left

`old` is the medium of commit 1fbbbb4. The seats turn from game to game. A shared win counts for each who shares it.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.games.tactical.tournament import LEVELS, Game, play, table  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="hard,old,old", help="levels by seat (default: hard,old,old)")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    levels = tuple(given.bots.split(","))
    if len(levels) not in (3, 4, 5) or not set(levels) <= set(LEVELS):
        parser.error(f"--bots {given.bots}: 3 to 5 of {', '.join(LEVELS)} would do")
    games: list[Game] = []
    with ProcessPoolExecutor(given.workers) as pool:
        for game in pool.map(partial(play, levels=levels, seed=given.seed), range(given.games)):
            games.append(game)
            if not given.json:
                who = "  ".join(f"{level} {score}" for level, score in zip(game.levels, game.scores, strict=True))
                print(f"seed {game.seed}: {who}  ({game.ruling}, {game.turns} turns)", flush=True)
    if given.json:
        print(json.dumps([asdict(game) for game in games]))
    else:
        print("\n".join(table(games)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
