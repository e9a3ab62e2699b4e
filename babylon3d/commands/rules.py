"""The commands that ask the rules: `check`, `legal`, `score`, `moves`."""

from __future__ import annotations

from argparse import Namespace

from babylon3d.commands.inputs import load_build, load_document
from babylon3d.commands.output import print_json
from babylon3d.core.errors import BadText
from babylon3d.core.prose import plural, shown, table
from babylon3d.formats.reading import located
from babylon3d.playable.registry import recorded
from babylon3d.playable.spec import Judge


def check(given: Namespace) -> int:
    """Say whether a build is legal and connected; 1 if it is not."""
    build, pieces = load_build(given.file, overlapping=True)
    found = _judge(given).violations(build, given.players)
    buildings = len(build.buildings(pieces))
    cells = [cell for part in build.parts for cell in pieces.cells(part)]
    height = max((cell.level for cell in cells), default=0)
    base_area = len({(cell.x, cell.y) for cell in cells})
    connected = buildings <= 1
    code = 0 if connected and not found else 1
    if given.json:
        print_json(
            {
                "legal": not found,
                "connected": connected,
                "height": height,
                "base_area": base_area,
                "violations": [{"ruling": v.ruling, "part": v.part, "message": v.message} for v in found],
            }
        )
        return code
    words = "connected" if connected else f"not connected ({buildings} buildings)"
    print(f"{shown(str(given.file))}: {'not legal' if found else 'legal'}, {words}")
    told = f"{plural(len(build.parts), 'part')}, {plural(len(build.nobles), 'noble')}"
    print(f"  {told}; height {height}; base area {plural(base_area, 'cell')}")
    if found:
        print(table((v.ruling, v.part, v.message) for v in found))
    return code


def legal(given: Namespace) -> int:
    """List the single placements of a piece on a legal build."""
    build, _ = load_build(given.file)
    judge = _judge(given)
    if not build.parts:
        raise BadText("there is no part", f"{given.file}: $.parts", "legal wants a build with at least one")
    with located(str(given.file)):
        found = judge.placements(build, given.piece, given.colour or "", given.players)
    if given.json:
        print_json({"placements": list(found)})
        return 0
    what = judge.called(given.piece, given.colour or "")
    print(f"{shown(str(given.file))}: {plural(len(found), 'placement')} of {what}")
    rows = [(f"level {p['level']}", f"({p['x']}, {p['y']})", p.get("axis") or p.get("on") or "") for p in found]
    print(table(rows) + "\n" if rows else "", end="")
    return 0


def _judge(given: Namespace) -> Judge:
    """Whose rules count."""
    judge = recorded(given.game).judge
    assert judge is not None, "the grammar offers games with a judge"
    return judge


def score(given: Namespace) -> int:
    """Score what a game's rules score: a build, a round."""
    return _answered(given, "score", given.game)


def moves(given: Namespace) -> int:
    """List the legal moves of a position."""
    return _answered(given, "moves")


def _answered(given: Namespace, command: str, game_id: str = "") -> int:
    """Let the game that knows the document answer."""
    answerer, data = load_document(given.file, command, game_id)
    answer = answerer(data, str(given.file), given)
    if given.json:
        print_json(answer.told)
    else:
        print(f"{shown(str(given.file))}: {answer.text}")
    return answer.code
