"""Reading JSON: strict, nothing twice, nothing unknown, always with the path."""

from __future__ import annotations

import msgspec
import pytest

from babylon3d.core.actions import Outcome
from babylon3d.core.codec import Codec, decode, digest, encode, expect_format
from babylon3d.core.errors import BadText


class Item(msgspec.Struct, forbid_unknown_fields=True):
    n: int


class Doc(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    items: list[Item]


GOOD = b'{"format": "a/1", "items": [{"n": 1}]}'


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (b'{"format": "a/1", "items": [{"n": "1"}]}', "$.items[0].n", '"1" is given; a whole number would do'),
        (b'{"format": "a/1", "items": [{"n": 1, "m": 2}]}', "$.items[0]", 'the field "m" is unknown; leave it out'),
        (b'{"format": "a/1", "items": [{"n": 1}, {"n": 1, "n": 2}]}', "$.items[1]", '"n" stands twice'),
        (b'{"format": "a/1", "items": [{}]}', "$.items[0]", 'the field "n" is missing; add it'),
        (b'{"format": "a/1"', "$", "not JSON"),
        (b"\xff\xfe", "$", "not JSON"),
        (b"[" * 100_000, "$", "nested too deep"),
        (b'{"format":' * 100_000 + b"1" + b"}" * 100_000, "$", "nested too deep"),
        (b'\xef\xbb\xbf{"format": "a/1"}', "$", "byte order mark"),
        ('{"format": "a/1"}'.encode("utf-16"), "$", "not JSON"),
        (b"[]", "$", "[] is given; an object"),
        (b'{"format": "a/1", "items": [{"n": 1.5}]}', "$.items[0].n", "1.5 is given; a whole number would do"),
        (b'{"format": "a/1", "items": [{"n": NaN}]}', "$.items[0].n", "nan is given; a finite number would do"),
        (b'{"format": "a/1", "items": [{"n": ' + b"9" * 5000 + b"}]}", "$.items[0].n", "thousands of digits"),
        (b'{"format": 3}', "$.format", "3 is given; a text would do"),
    ],
)
def test_a_bad_document_is_refused_with_its_path(data: bytes, where: str, message: str) -> None:
    with pytest.raises(BadText) as refused:
        decode(data, Doc)
    assert refused.value.where == where and message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_good_document_is_read() -> None:
    assert decode(GOOD, Doc).items[0].n == 1


def test_the_format_is_named_when_it_is_another() -> None:
    expect_format(GOOD, "a/1")
    with pytest.raises(BadText, match='version "1" of a is not known; version 2 would do'):
        expect_format(GOOD, "a/2")
    with pytest.raises(BadText, match='the format is "a/1"; "b/1" would do'):
        expect_format(GOOD, "b/1")
    with pytest.raises(BadText, match="the format is missing"):
        expect_format(b"{}", "b/1")


def test_equal_values_have_equal_digests_whatever_their_order() -> None:
    assert encode({"b": 1, "a": 2}) == b'{"a":2,"b":1}'
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1}) != digest({"a": 2, "b": 2})


class Only(Outcome, frozen=True, tag="only"):
    n: int = 0


class Other(Outcome, frozen=True, tag="other"):
    n: int = 0


@pytest.mark.parametrize("kinds", [Only, Only | Other])
def test_an_outcome_says_its_type_however_many_there_are(kinds: object) -> None:
    codec = Codec(kinds, kinds, Item)
    for read in (codec.action, codec.outcome):
        assert read(b'{"type":"only","n":2}') == Only(2)
        with pytest.raises(BadText, match='the field "type" is missing; add it'):
            read(b'{"n":2}')
        with pytest.raises(BadText, match=r"\$.type"):
            read(b'{"type":"third"}')


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000])
def test_a_text_that_is_no_json_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(BadText):
        Codec(Only, Only, Item).action(data)
