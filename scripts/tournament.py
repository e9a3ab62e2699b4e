"""Matches of the Fast Game between bots of different levels, headless, and who won how often.

python scripts/tournament.py                      # 10 matches of hard against easy, 60 s a round
python scripts/tournament.py --levels hard,medium,easy --matches 3 --stop-watch 45
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial

from babylon3d.games.babylon.fast.model import FastOptions
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.simulate import play_out, seat_infos


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match: levels and rounds won by seat, who won, and each round's scores (None: out)."""

    seed: int
    levels: tuple[str, ...]
    wins: tuple[int, ...]
    winners: tuple[str, ...]
    rounds: tuple[tuple[int | None, ...], ...]


def play(number: int, levels: tuple[str, ...], stop_watch: int, wins: int, seed: int) -> MatchResult:
    """One match. The seats turn by one from match to match, so that no level keeps a place."""
    turned = tuple(levels[(i - number) % len(levels)] for i in range(len(levels)))
    options = FastOptions(stop_watch_s=stop_watch, wins=wins, assist="free")
    session = play_out(FAST, seat_infos(FAST, len(turned), turned), options, seed + number, "realtime")
    result = session.result()
    scores = tuple(tuple(seat.final for seat in score.seats) for score in session.state.scores)
    won = tuple(player.wins for player in session.state.seats)
    return MatchResult(seed + number, turned, won, tuple(turned[seat] for seat in result.winners), scores)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", default="hard,easy,easy", help="levels by seat (default: hard,easy,easy)")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--stop-watch", type=int, default=60, help="seconds a round (default: 60)")
    parser.add_argument("--wins", type=int, default=3, help="rounds that win a match (default: 3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    levels = tuple(given.levels.split(","))
    if len(levels) not in (3, 4, 5) or not set(levels) <= set(FAST.bots):
        parser.error(f"--levels {given.levels}: 3 to 5 of {', '.join(FAST.bots)} would do")
    one = partial(play, levels=levels, stop_watch=given.stop_watch, wins=given.wins, seed=given.seed)
    results = []
    with ProcessPoolExecutor(given.workers) as pool:
        for result in pool.map(one, range(given.matches)):
            results.append(result)
            if not given.json:
                rounds = "  ".join("/".join("out" if s is None else str(s) for s in r) for r in result.rounds)
                print(f"seed {result.seed}: {','.join(result.levels)}  won {result.wins}  rounds {rounds}", flush=True)
    counts = Counter(level for result in results for level in sorted(set(result.winners)))
    if given.json:
        print(json.dumps({"matches": [asdict(result) for result in results], "won": counts}))
    else:
        print(", ".join(f"{level} won {counts[level]} of {len(results)}" for level in sorted(set(levels))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
