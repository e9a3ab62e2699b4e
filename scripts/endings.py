"""Rounds of the Fast Game without a stop watch that nobody ends: each has to end by itself (rulings F8, F15).

python scripts/endings.py                     # 60 rounds, and 6 more twice: waited out and skipped
python scripts/endings.py --rounds 12 --seed 7
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from babylon3d.bench.babylon.endings import Case, Ending, cases, play


def line(ending: Ending) -> str:
    """One round in a line."""
    case = ending.case
    clock = ", by the clock" if ending.by_clock else ""
    out = ", out" if ending.out else ""
    said = f"{ending.why}{clock}{out}" if ending.ended else "did not end"
    fits = "" if ending.ok else f"  TOO LATE, {ending.allowed_s:.0f} s were allowed"
    who = ",".join((case.person, *case.bots))
    return (
        f"seed {case.seed} {case.way} {who}: {ending.built_s:.0f} s, {ending.gap_s:.1f} s after the last: {said}{fits}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--skipped", type=int, default=6, help="so many rounds more, waited out and skipped (default: 6)"
    )
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.workers) as pool:
        endings = []
        for ending in pool.map(play, cases(given.rounds, given.seed)):
            endings.append(ending)
            print(line(ending), flush=True)
        waited: list[Case] = [replace(case, person="done") for case in cases(given.skipped, given.seed + given.rounds)]
        skipped = [replace(case, person="skips") for case in waited]
        pairs = list(zip(pool.map(play, waited), pool.map(play, skipped), strict=True))
    for one, other in pairs:
        print(f"{line(one)}; skipped: {'the same' if one.outcome == other.outcome else 'NOT THE SAME'}")
    late = sum(not ending.ok for ending in (*endings, *(one for one, _ in pairs)))
    unlike = sum(one.outcome != again.outcome for one, again in pairs)
    by_clock = sum(ending.by_clock for ending in endings)
    worst = max((ending.gap_s for ending in endings), default=0.0)
    print(f"{len(endings)} rounds, {by_clock} ended by the clock, at most {worst:.1f} s after the last piece")
    print(f"{late} too late; {unlike} of {len(pairs)} not the same when skipped")
    return 1 if late or unlike else 0


if __name__ == "__main__":
    raise SystemExit(main())
