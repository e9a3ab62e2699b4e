"""What touching pieces come to once they are judged: placed, returned, wasted, shifted, knocked down (F3, F4, F6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from babylon3d.core.actions import Outcome, Seat
from babylon3d.core.build import PieceSet
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.games.babylon.fast import judge
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import to_area
from babylon3d.games.babylon.pieces import PieceKind


@dataclass(slots=True)
class Body:
    """A piece in the world: held by a hand, let go and not judged, or standing with its last rest."""

    kind: PieceKind
    seat: Seat | None = None
    held: bool = False
    since: int = 0
    straight: Pose | None = None
    freed: bool = False
    level: int = 0
    rest: m.Rest | None = None
    area: int = 0
    still: Pose | None = None

    @property
    def pending(self) -> bool:
        """Let go of, and not judged yet."""
        return not self.held and self.rest is None


class Court:
    """Judges the pieces of an arena, which it shares with the arena, when it is told to. Poses are the world's."""

    def __init__(
        self, options: m.FastOptions, pieces: PieceSet, middles: Sequence[Vec3], bodies: dict[str, Body]
    ) -> None:
        """`middles` are the areas', `bodies` the arena's own."""
        self._options, self._pieces, self._middles, self._bodies = options, pieces, tuple(middles), bodies
        self._areas = len(self._middles)
        self.felled: set[str] = set()
        """What was knocked down and has not been taken away yet."""

    def is_fall(self, group: Sequence[str], poses: Mapping[str, Pose]) -> bool:
        """Whether somebody waits for a verdict on touching pieces: one was let go of, or is knocked down."""
        if any(self._bodies[name].pending for name in group):
            return True
        return bool(self._knocked(group, self.standing(poses)))

    def verdicts(self, group: Sequence[str], poses: Mapping[str, Pose], by: Seat | None, ticks: int) -> list[Outcome]:
        """Judge touching pieces: knocked down first, then shifted, then what was let go; each lowest first.

        `poses` are all pieces', `by` is who caused it, `ticks` of building have gone by.
        """
        standing = self.standing(poses)
        low_first = sorted(group, key=lambda n: (poses[n].position[2], n))
        down = self._knocked(low_first, standing)
        for name in down:
            del standing[name]
        outcomes: list[Outcome] = [m.KnockedDown(name, by) for name in sorted(down)]
        self.felled.update(down)
        for name in low_first:
            if name in standing and self._bodies[name].rest is not None:
                outcomes += self._shifted(name, standing)
        for name in low_first:
            if self._bodies[name].pending:
                outcomes.append(self._verdict(name, standing, poses, bool(down), ticks))
        return outcomes

    def standing(self, poses: Mapping[str, Pose]) -> dict[str, judge.Seen]:
        """The placed pieces as they lie now, but for those that were found knocked down."""
        return {
            name: judge.Seen(name, body.kind, poses[name], body.level, tower_of(body))
            for name, body in self._bodies.items()
            if body.rest is not None and name not in self.felled
        }

    def _knocked(self, group: Sequence[str], standing: Mapping[str, judge.Seen]) -> list[str]:
        """Which placed pieces of a group are knocked down: parts first, nobles on what is left (F4)."""
        left = dict(standing)
        down: list[str] = []
        for nobles in (False, True):
            for name in group:
                seen, still = left.get(name), self._bodies[name].still
                if seen is None or still is None or seen.is_noble != nobles:
                    continue
                if judge.knocked_down(seen, still, left, self._options.tolerances, self._pieces):
                    down.append(name)
                    if not nobles:
                        del left[name]
        return down

    def _shifted(self, name: str, standing: dict[str, judge.Seen]) -> list[Outcome]:
        """A placed piece where it now stands, if that is news (F6)."""
        body, seen = self._bodies[name], standing[name]
        assert body.rest is not None and body.still is not None
        rest = judge.rest_now(seen, standing, self._pieces)
        same = (rest.rests_on, rest.level) == (body.rest.rests_on, body.rest.level)
        if same and not judge.shifted(seen, body.still):
            return []
        self._stand(name, rest, seen.pose)
        standing[name] = judge.Seen(name, seen.kind, seen.pose, rest.level)
        return [m.Shifted(name, self._told(rest, body.area))]

    def _verdict(
        self, name: str, standing: dict[str, judge.Seen], poses: Mapping[str, Pose], knocked: bool, ticks: int
    ) -> Outcome:
        """What becomes of a piece that was let go (F3)."""
        body = self._bodies[name]
        seen = judge.Seen(name, body.kind, poses[name])
        verdict = judge.judge_placed(seen, standing, self._options.tolerances, self._pieces)
        area = self.area_at(poses[name])
        if isinstance(verdict, m.Rest) and self._own(body.seat, area):
            body.area = area
            self._stand(name, verdict, poses[name])
            standing[name] = judge.Seen(name, body.kind, poses[name], verdict.level)
            return m.Placed(name, area, self._told(verdict, area), ticks)
        if knocked:
            return m.Wasted(name)
        return m.Returned(name, verdict.reason if isinstance(verdict, judge.Refusal) else "it lies in no area of yours")

    def _stand(self, name: str, rest: m.Rest, pose: Pose) -> None:
        body = self._bodies[name]
        body.rest, body.level, body.still = rest, rest.level, pose

    def _own(self, seat: Seat | None, area: int) -> bool:
        return seat is not None and (self._areas == 1 or area in (seat, (seat - 1) % self._areas))

    def area_at(self, pose: Pose) -> int:
        """The area whose middle is nearest."""
        x, y, _ = pose.position
        return min(range(self._areas), key=lambda a: (x - self._middles[a][0]) ** 2 + (y - self._middles[a][1]) ** 2)

    def _told(self, rest: m.Rest, area: int) -> m.Rest:
        """A rest in the frame of its area, rounded to what a log line keeps."""
        at = to_area(Pose(rest.position, rest.quaternion), self._middles[area])
        x, y, z = (round(v, 6) for v in at.position)
        qx, qy, qz, qw = (round(v, 6) for v in at.quaternion)
        return m.Rest(rest.rests_on, rest.level, rest.turn, (x, y, z), (qx, qy, qz, qw))


def tower_of(body: Body) -> str:
    """The tower that a noble stood on when it was judged last; empty for anything else."""
    is_noble = body.kind in ("large", "small")
    return body.rest.rests_on[0] if is_noble and body.rest is not None and body.rest.rests_on else ""
