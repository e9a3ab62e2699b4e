"""Words that people read."""

from __future__ import annotations

import pytest

from babylon3d.core.prose import listed


@pytest.mark.parametrize(("given", "said"), [((), ""), ((4,), "4"), (("a", "b"), "a and b"), ("abcd", "a, b, c and d")])
def test_things_are_listed_as_people_do(given: tuple[object, ...], said: str) -> None:
    assert listed(given) == said
    assert listed(iter(given)) == said
