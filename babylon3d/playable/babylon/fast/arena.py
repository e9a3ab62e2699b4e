"""The Fast Game's arena: hands carry bodies, pieces come to rest and are judged. One tick is 1/60 s.

Deterministic: the same events at the same ticks give the same outcomes (same machine, same versions). It hears the
rules' events and never sees their state, so that it can live in a process of its own. Poses are the world's, metres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from babylon3d.core.actions import Event, Outcome, Seat
from babylon3d.core.build import PieceSet
from babylon3d.core.geometry import Pose, Quat, Vec3, quat_unit
from babylon3d.core.lattice import components
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle, to_area
from babylon3d.games.babylon.pieces import BABYLON, PieceKind
from babylon3d.physics.world import PhysicsWorld
from babylon3d.playable.babylon.fast.assist import assisted
from babylon3d.playable.babylon.fast.blame import Blame
from babylon3d.playable.babylon.fast.clock import Clock, ClockState
from babylon3d.playable.babylon.fast.court import Body, Court
from babylon3d.playable.babylon.fast.falls import FIRST_FALLS, JUDGE_TICKS, SAID_TICKS, Touches
from babylon3d.playable.babylon.fast.grips import FIRST_WAY, Grips
from babylon3d.playable.babylon.fast.sweeps import Sweeps

TICK_S = 1 / m.TICKS_A_SECOND
# Straightening before letting go takes this many ticks.
ASSIST_TICKS = 9
# A let-go piece frees its hand after 2 s.
FREE_TICKS = 2 * m.TICKS_A_SECOND
# Groups of touching pieces are looked at this often; key frames are taken this often.
LOOK_TICKS, FRAME_TICKS = 6, 30
# While something that no hand holds moves, key frames are taken this often: replays show falls in slow motion.
FALL_FRAME_TICKS = 5
# A piece that wakes but stays this near to where it was judged need not be judged again (metres, quaternion parts).
SEEN_M, SEEN_TURN = 0.0001, 0.001


Role = Literal["held", "pending", "standing"]


class Restored(msgspec.Struct, frozen=True):
    """One piece of an arena that is built anew. Without a `known` pose (the world's) it appears at its hand."""

    id: str
    kind: PieceKind
    role: Role
    seat: Seat | None
    area: int
    rest: m.Rest | None = None
    known: bool = False
    position: Vec3 = (0.0, 0.0, 0.0)
    quaternion: Quat = (0.0, 0.0, 0.0, 1.0)


class Arena:
    """All areas of one match in one physics world, which it owns and closes."""

    def __init__(
        self,
        players: int,
        options: m.FastOptions,
        world: PhysicsWorld,
        pieces: PieceSet = BABYLON,
        hands: int = FIRST_WAY,
        falls: int = FIRST_FALLS,
    ) -> None:
        """An arena with nothing in it; `hands` is how hands travel (`grips`), `falls` how falls are judged."""
        self.world = world
        self.clock = Clock(options, players)
        self._options, self._pieces, self._areas = options, pieces, players
        self._middles = tuple(area_middle(players, area) for area in range(players))
        self._blame = Blame()
        self._bodies: dict[str, Body] = {}
        self._grips = Grips(world, pieces, self._middles, hands)
        self._hands = self._grips.held
        self._stirred: dict[str, int] = {}
        self._court = Court(options, pieces, self._middles, self._bodies)
        self._falls, self._touches = falls, Touches()
        self._said: m.Unsettled | None = m.Unsettled(())
        self._frame: dict[str, tuple[int, ...]] = {}
        self._sweeps = Sweeps()
        self._seen: dict[str, Pose] = {}
        self._tick = 0

    def close(self) -> None:
        """Close the world."""
        self.world.close()

    # -- what the rules tell -----------------------------------------------------------------------

    def observe(self, events: Sequence[Event]) -> None:
        """Take in what steps of the rules changed."""
        for event in events:
            self.clock.hear(event)
            match event:
                case m.RoundPrepared(number=number):
                    if number > 1:  # what was set up stands in the first
                        self._clear()
                case m.HandMoved(seat=seat, target=target):
                    self._grips.told(seat, target)
                case m.HandChanged(seat=seat, piece=piece, kind=kind, lifted=lifted):
                    if piece is None or kind is None:
                        self._grips.let_go(seat)
                    else:
                        self._take(seat, piece, kind, lifted)
                case m.WasLetGo(seat=seat, piece=piece):
                    self._let_go(seat, piece)
                case m.PieceLeft(piece=piece):
                    self._remove(piece)

    def set_up(self, standing: Sequence[tuple[str, PieceKind, int, m.Rest]]) -> None:
        """Pieces that stand before the round: (id, kind, area, rest), lowest first."""
        for name, kind, area, rest in standing:
            pose = self._from_area(area, Pose(rest.position, rest.quaternion))
            self._bodies[name] = Body(kind, level=rest.level, rest=rest, area=area, still=pose)
            self.world.add(name, self._pieces.specs[kind], pose)
        self.world.lull()

    # -- what is asked -----------------------------------------------------------------------------

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is, held ones too."""
        return self.world.poses()

    def tick(self) -> tuple[Outcome, ...]:
        """Let 1/60 s pass and tell what nature did, in a fixed order."""
        if self.clock.phase == "still":
            return ()
        self._tick += 1
        self._carry()
        self.world.step(TICK_S)
        self._watch()
        outcomes = self._freed()
        if self._tick % LOOK_TICKS == 0 and (self._stirred or self._said != m.Unsettled(())):
            outcomes += self._judge()
        waiting = any(body.pending for body in self._bodies.values())
        quiet = not (self.world.awake() - set(self._hands.values()))
        outcomes += self.clock.tick(waiting, quiet)
        if self._tick % (FALL_FRAME_TICKS if self._stirred else FRAME_TICKS) == 0:
            outcomes += self._key_frame()
        return outcomes

    # -- hands -------------------------------------------------------------------------------------

    @property
    def _kinds(self) -> dict[str, PieceKind]:
        return {name: body.kind for name, body in self._bodies.items()}

    def _take(self, seat: Seat, piece: str, kind: PieceKind, lifted: bool) -> None:
        """A hand takes a piece: where it stands, or out of nowhere where there is room above the hand's goal."""
        if lifted and piece in self._bodies:
            self._grips.lift(seat, piece)
            self._blame.forget(piece)
        else:
            self._grips.take(seat, piece, kind, self._kinds)
        self._bodies[piece] = Body(kind, seat, held=True)

    def _carry(self) -> None:
        """Move every hand towards its target, and straighten what is about to be let go."""
        self._grips.carry(self._kinds, TICK_S)
        for piece, body in self._bodies.items():
            if body.straight is None:
                continue
            if self._tick - body.since < ASSIST_TICKS:
                self.world.drive(piece, body.straight)
            else:
                body.straight = None
                self.world.drive(piece, None)

    def _let_go(self, seat: Seat, piece: str) -> None:
        """A hand opens: at once, or after the assist has straightened the piece."""
        body = self._bodies[piece]
        body.held, body.since, body.seat = False, self._tick, seat
        self._grips.let_go(seat)
        self._blame.let_go(piece, seat, self._tick)
        self._stirred[piece] = self._tick
        if self._options.assist == "free":
            self.world.drive(piece, None)
            return
        now = self.world.poses()[piece]
        others = self._court.standing(self.world.poses())
        origin = self._middles[self._court.area_at(now)][:2]
        body.straight = assisted(body.kind, now, others, self._options.assist, origin, self._pieces)

    # -- watching ----------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Who moves, and who touches whom."""
        held = {piece: seat for seat, piece in self._hands.items()}
        straightened = {n: b.seat for n, b in self._bodies.items() if b.straight is not None and b.seat is not None}
        awake = self.world.awake()
        moving = awake - held.keys()
        if not moving:
            self._sweeps.forget()
            return
        poses = self.world.poses()
        for piece in sorted(moving):
            seen = self._seen.get(piece)
            if seen is None or _moved(seen, poses[piece]):
                self._stirred.setdefault(piece, self._tick)
        sizes = {name: self._pieces.specs[body.kind].size for name, body in self._bodies.items()}
        contacts = self.world.contacts() | self._sweeps.met(sizes, poses, awake)
        self._blame.note(self._tick, {**held, **straightened}, sorted(contacts), moving, self._stirred.keys())

    def _freed(self) -> tuple[Outcome, ...]:
        """Hands that have waited 2 s for their piece to be judged (F2)."""
        outcomes: list[Outcome] = []
        for body in self._bodies.values():
            if body.pending and not body.freed and self._tick - body.since >= FREE_TICKS and body.seat is not None:
                body.freed = True
                outcomes.append(m.HandFreed(body.seat))
        return tuple(outcomes)

    # -- judging -----------------------------------------------------------------------------------

    def _judge(self) -> tuple[Outcome, ...]:
        """Judge every group of touching pieces that has moved, is at rest, and that no hand touches (F4)."""
        contacts = [*sorted(self.world.contacts()), *self._one_fall()]
        outcomes: list[Outcome] = []
        waiting: list[tuple[str, ...]] = []
        for group in components(list(self._bodies), contacts):
            if self._stirred.keys().isdisjoint(group):
                continue
            if any(self._bodies[n].straight is not None for n in group):
                continue
            held = any(self._bodies[n].held for n in group)
            began = min(self._stirred[n] for n in group if n in self._stirred)
            overdue = self._tick - began >= JUDGE_TICKS and not (held and self._falls == FIRST_FALLS)
            if overdue or (not held and self.world.at_rest(frozenset(group))):
                outcomes += self._judged(group)
            else:
                waiting.append(tuple(group))
        if self._falls != FIRST_FALLS:
            outcomes += self._withdrawn(waiting)
            outcomes += self._unsettled(waiting)
        if any(isinstance(outcome, m.Placed) for outcome in outcomes):
            self.clock.placed()
        return tuple(outcomes)

    def _judged(self, group: Sequence[str]) -> list[Outcome]:
        """Judge touching pieces as they are; held ones take no part."""
        poses = self.world.poses()
        by = self.clock.mouse if self.clock.mouse is not None else self._blame.of(group)
        found = self._court.verdicts(group, poses, by, self.clock.ticks)
        for name in group:
            if not self._bodies[name].held:
                self._stirred.pop(name, None)
                self._seen[name] = poses[name]
        self._blame.settle(group)
        down = [outcome for outcome in found if isinstance(outcome, m.KnockedDown)]
        if down and down[0].by is not None:
            left = sorted(set(group) - {outcome.piece for outcome in down})
            self._blame.goes_on(left, down[0].by, self._tick)
        return found

    def _withdrawn(self, groups: Sequence[Sequence[str]]) -> list[Outcome]:
        """Held pieces that have touched a fall for 5 s go; what they hold up is judged, and what falls then is theirs.

        What was let go and still moves is judged when it lies.
        """
        poses = self.world.poses()
        held = {n: group for group in groups for n in group if self._bodies[n].held}
        falls = {id(group) for group in {id(g): g for g in held.values()}.values() if self._court.is_fall(group, poses)}
        overdue = self._touches.overdue({n for n, group in held.items() if id(group) in falls}, self._tick)
        outcomes: list[Outcome] = []
        for group in groups:
            gone = sorted(overdue & set(group))
            if not gone:
                continue
            lies = [n for n in group if not self._bodies[n].pending or self.world.at_rest(frozenset((n,)))]
            found = self._judged(lies)
            outcomes += [*(m.Withdrawn(piece) for piece in gone), *found]
            left = sorted(set(lies) - set(gone) - {o.piece for o in found if isinstance(o, m.KnockedDown)})
            by = min(seat for n in gone if (seat := self._bodies[n].seat) is not None)
            self._blame.goes_on(left, by, self._tick)
        return outcomes

    def _unsettled(self, groups: Sequence[Sequence[str]]) -> list[Outcome]:
        """What is waited for, if that is news: what moves for a while already, and whose hands touch it."""
        pieces: list[str] = []
        hands: set[Seat] = set()
        for group in groups:
            moves = [n for n in group if n in self._stirred and not self._bodies[n].held]
            if moves and self._tick - min(self._stirred[n] for n in moves) >= SAID_TICKS:
                pieces += moves
                hands |= {seat for n in group if self._bodies[n].held and (seat := self._bodies[n].seat) is not None}
        said = m.Unsettled(tuple(sorted(pieces)), tuple(sorted(hands)))
        if said == self._said:
            return []
        self._said = said
        return [said]

    def _one_fall(self) -> list[tuple[str, str]]:
        """A let-go piece and what moves since its fall are judged together, wherever they have come to lie (F3)."""
        pending = {self._blame.release(n): n for n, body in self._bodies.items() if body.pending}
        return [
            (pending[release], name)
            for name in sorted(self._stirred)
            if (release := self._blame.release(name)) in pending and pending[release] != name
        ]

    # -- areas and frames --------------------------------------------------------------------------

    def _from_area(self, area: int, pose: Pose) -> Pose:
        x, y, z = pose.position
        mx, my, _ = self._middles[area]
        return Pose((x + mx, y + my, z), pose.quaternion)

    # -- taking out, key frames, rebuilding --------------------------------------------------------

    def _remove(self, piece: str) -> None:
        if piece not in self._bodies:
            return
        body = self._bodies.pop(piece)
        if body.held and body.seat is not None and self._hands.get(body.seat) == piece:
            self._grips.let_go(body.seat)
        self.world.remove(piece)
        self._seen.clear()  # what it carried has another rest now, even where it stays
        self._blame.forget(piece)
        self._stirred.pop(piece, None)
        self._court.felled.discard(piece)
        self._frame.pop(piece, None)

    def _clear(self) -> None:
        for piece in list(self._bodies):
            self._remove(piece)
        self._grips.forget()
        self._touches.forget()
        self._said = m.Unsettled(())
        self._stirred.clear()
        self._seen.clear()
        self._frame.clear()

    def _key_frame(self) -> tuple[Outcome, ...]:
        """The poses that changed since the last key frame, rounded (ARCHITECTURE: pose key frames are logged)."""
        changed = []
        for name, pose in self.world.poses().items():
            numbers = frame_of(pose, self._court.area_at(pose), self._middles)
            if self._frame.get(name) != numbers:
                self._frame[name] = numbers
                changed.append((name, *numbers))
        return (m.KeyFrame(tuple(changed)),) if changed else ()  # type: ignore[arg-type]

    def restore(
        self, tick: int, bodies: Sequence[Restored], targets: Mapping[Seat, m.MoveHand], clock: ClockState
    ) -> None:
        """Start again from these pieces, at rest where they are said to be; held ones back in their hands."""
        self._clear()
        self.world.rebuild(())  # nothing of what the engine remembers of lost pieces may count
        self._tick = tick
        self._said = None  # what was waited for before may lie now
        self._grips.targets(targets)
        for body in bodies:
            pose = Pose(body.position, body.quaternion) if body.known else None
            if body.role == "held":
                self._restore_held(body, pose)
                continue
            stands = body.rest if body.role == "standing" else None
            if pose is None:
                pose = self._grips.free_place(body.kind, self._grips.goal(body.seat or 0, body.kind), self._kinds)
            level = stands.level if stands is not None else 0
            self._bodies[body.id] = Body(
                body.kind, body.seat, since=tick, level=level, rest=stands, area=body.area, still=pose
            )
            self.world.add(body.id, self._pieces.specs[body.kind], pose)
            if stands is None:
                self._stirred[body.id] = tick
        self.clock.restore(clock)

    def _restore_held(self, body: Restored, pose: Pose | None) -> None:
        """A piece back in its hand, where it was last seen if there is room, else above the hand's goal."""
        seat = body.seat or 0
        at = pose if pose is not None else self._grips.goal(seat, body.kind)
        self._grips.appear(seat, body.id, body.kind, at, self._kinds)
        self._bodies[body.id] = Body(body.kind, seat, held=True)


def _moved(a: Pose, b: Pose) -> bool:
    """Whether a piece is not where it was judged any more."""
    (ax, ay, az), (bx, by, bz) = a.position, b.position
    if abs(ax - bx) > SEEN_M or abs(ay - by) > SEEN_M or abs(az - bz) > SEEN_M:
        return True
    return any(abs(p - q) > SEEN_TURN for p, q in zip(a.quaternion, b.quaternion, strict=True))


def frame_of(pose: Pose, area: int, middles: Sequence[Vec3]) -> tuple[int, ...]:
    """A pose as a key frame keeps it: area, position in 0.01 mm in its frame, quaternion times 10,000."""
    at = to_area(pose, middles[area])
    return (area, *(round(v * 1e5) for v in at.position), *(round(v * 1e4) for v in at.quaternion))


def pose_of(numbers: Sequence[int], middles: Sequence[Vec3]) -> Pose:
    """The world pose of a key frame's numbers."""
    area, x, y, z, *turned = numbers
    mx, my, mz = middles[area]
    q: Quat = quat_unit((turned[0] / 1e4, turned[1] / 1e4, turned[2] / 1e4, turned[3] / 1e4))
    return Pose((x / 1e5 + mx, y / 1e5 + my, z / 1e5 + mz), q)
