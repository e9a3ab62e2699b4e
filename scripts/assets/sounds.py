"""The sounds, by modal synthesis: struck bodies are sums of dying tones, scrapes are shaped noise, in a small room."""

from __future__ import annotations

import io
import wave
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from assets.surface import Floats

RATE = 44100
Rng = np.random.Generator
Mode = tuple[float, float, float]
"""Frequency in Hz, the time to a 37th per cent in seconds, loudness."""

WOOD: tuple[Mode, ...] = (
    (410, 0.030, 0.7),
    (890, 0.024, 1.0),
    (1620, 0.014, 0.7),
    (2710, 0.008, 0.5),
    (4300, 0.004, 0.3),
)
STONE: tuple[Mode, ...] = ((980, 0.010, 0.5), (2350, 0.012, 0.5), (3700, 0.008, 0.4), (5900, 0.004, 0.25))
NOBLE: tuple[Mode, ...] = ((1240, 0.020, 1.0), (2680, 0.013, 0.6), (4390, 0.007, 0.4), (6600, 0.003, 0.2))
MARIMBA: tuple[tuple[float, float, float], ...] = ((1.0, 0.36, 1.0), (3.93, 0.09, 0.28), (9.4, 0.03, 0.08))
"""Multiples of the note, times, loudnesses."""


def files(name: str) -> Iterator[tuple[str, bytes]]:
    """The sounds, all or only the one called `name`."""
    for number, (key, (make, peak)) in enumerate(sorted(_SOUNDS.items())):
        if name in ("", key):
            yield f"{key}.wav", wav_bytes(finished(make(np.random.default_rng(100 + number)), peak))


def wav_bytes(samples: Floats) -> bytes:
    """A mono 16-bit file of samples from -1 to 1."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(np.round(np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return file.getvalue()


def finished(samples: Floats, peak: float) -> Floats:
    """A little room, silence at both ends, the given peak."""
    samples = _room(samples)
    samples = samples - samples.mean()
    start, end = round(0.0006 * RATE), round(0.35 * len(samples))
    samples[:start] *= np.linspace(0, 1, start)
    samples[-end:] *= 0.5 + 0.5 * np.cos(np.linspace(0, np.pi, end))
    return np.asarray(samples * (peak / np.abs(samples).max()))


def _room(dry: Floats) -> Floats:
    """The sound with the faint, short answer of a living room."""
    rng = np.random.default_rng(5)
    n = round(0.16 * RATE)
    time = np.arange(n) / RATE
    answer = _low(rng.standard_normal(n), 3500) * np.exp(-time / 0.035) * np.clip(time / 0.004, 0, 1)
    answer *= 0.16 / np.sqrt((answer**2).sum())
    answer[0] = 1.0
    size = 1 << (len(dry) + n).bit_length()
    wet = np.fft.irfft(np.fft.rfft(dry, size) * np.fft.rfft(answer, size), size)
    return np.asarray(wet[: len(dry)])


def _silence(seconds: float) -> Floats:
    return np.zeros(round(seconds * RATE))


def _mixed(seconds: float, parts: Sequence[tuple[float, float, Floats]]) -> Floats:
    """Parts (start in seconds, loudness, samples) in a sound of the given length."""
    out = _silence(seconds)
    for start, loudness, samples in parts:
        at = round(start * RATE)
        room = max(0, min(len(samples), len(out) - at))
        out[at : at + room] += loudness * samples[:room]
    return out


def _band(samples: Floats, low: float, high: float) -> Floats:
    """Only what lies between two frequencies, with soft edges."""
    spectrum = np.fft.rfft(samples)
    hertz = np.fft.rfftfreq(len(samples), 1 / RATE)
    keep = 1 / (1 + (hertz / high) ** 4) * (1 - 1 / (1 + (hertz / low) ** 4))
    return np.asarray(np.fft.irfft(spectrum * keep, len(samples)))


def _low(samples: Floats, high: float) -> Floats:
    return _band(samples, 20.0, high)


def struck(modes: Sequence[Mode], seconds: float, rng: Rng, hardness: float = 0.5) -> Floats:
    """A body struck once: its tones, each a little off, and the contact's noise."""
    time = np.arange(round(seconds * RATE)) / RATE
    out = np.zeros(len(time))
    for hertz, decay, loudness in modes:
        f = hertz * (1 + rng.uniform(-0.035, 0.035))
        tone = np.sin(2 * np.pi * f * time) * np.exp(-time / (decay * rng.uniform(0.85, 1.2)))
        out += loudness * rng.uniform(0.8, 1.2) * tone
    noise = _band(rng.standard_normal(len(time)), 900, 6000) * np.exp(-time / 0.0022)
    return np.asarray(out / np.abs(out).max() + hardness * noise / np.abs(noise).max())


def note(hertz: float, seconds: float, swell: float = 1.0) -> Floats:
    """A soft mallet on a bar tuned to a note."""
    time = np.arange(round(seconds * RATE)) / RATE
    out = np.zeros(len(time))
    for ratio, decay, loudness in MARIMBA:
        out += loudness * np.sin(2 * np.pi * hertz * ratio * time) * np.exp(-time / (decay * swell))
    return np.asarray(out * np.clip(time / 0.003, 0, 1))


def _scaled(modes: Sequence[Mode], pitch: float) -> tuple[Mode, ...]:
    return tuple((f * pitch, d, a) for f, d, a in modes)


def _tock(rng: Rng, pitch: float = 1.0) -> Floats:
    """A sandstone block set down on another: stone's click over the table's knock."""
    knock, click = struck(_scaled(WOOD, pitch), 0.26, rng, 0.35), struck(_scaled(STONE, pitch), 0.26, rng, 0.7)
    return np.asarray(knock + 0.55 * click)


def _place(pitch: float) -> Callable[[Rng], Floats]:
    def make(rng: Rng) -> Floats:
        # It lands on one edge first, then lies.
        return _mixed(0.34, [(0.0, 1.0, _tock(rng, pitch)), (0.022, 0.32, _tock(rng, pitch * 1.12))])

    return make


def _place_noble(pitch: float) -> Callable[[Rng], Floats]:
    def make(rng: Rng) -> Floats:
        tick = struck(_scaled(NOBLE, pitch), 0.2, rng, 0.4)
        low = struck(_scaled(WOOD, 1.6 * pitch), 0.2, rng, 0.2)
        return _mixed(0.26, [(0.0, 1.0, tick + 0.25 * low)])

    return make


def _scrape(rng: Rng, seconds: float, low: float, high: float) -> Floats:
    """Stone on stone: noise in grains."""
    n = round(seconds * RATE)
    time = np.arange(n) / seconds / RATE
    grain = np.abs(_low(rng.standard_normal(n), 90.0))
    return np.asarray(_band(rng.standard_normal(n), low, high) * grain / grain.max() * np.sin(np.pi * time) ** 0.7)


def _pick(rng: Rng) -> Floats:
    scrape = _scrape(rng, 0.11, 1200, 5200)
    lift = struck(_scaled(NOBLE, 0.8), 0.12, rng, 0.25)
    return _mixed(0.2, [(0.0, 1.0, scrape / np.abs(scrape).max()), (0.075, 0.35, lift)])


def _turn(rng: Rng) -> Floats:
    scrape = _scrape(rng, 0.22, 500, 3200)
    return _mixed(0.42, [(0.0, 0.7, scrape / np.abs(scrape).max()), (0.2, 0.8, _tock(rng, 1.1))])


def _swap(rng: Rng) -> Floats:
    first, second = struck(NOBLE, 0.2, rng, 0.4), struck(_scaled(NOBLE, 1.19), 0.2, rng, 0.4)
    return _mixed(0.44, [(0.0, 0.8, first), (0.15, 1.0, second)])


def _fall(rng: Rng) -> Floats:
    """A heap of blocks: dense at first, then a few last ones rolling to rest."""
    times = np.sort(rng.beta(1.1, 2.6, 13)) * 0.72
    parts = [
        (float(t), float(rng.uniform(0.5, 1.0) * np.exp(-1.6 * t)), _tock(rng, float(rng.uniform(0.75, 1.35))))
        for t in times
    ]
    rumble = _low(rng.standard_normal(round(0.5 * RATE)), 160) * np.exp(-np.arange(round(0.5 * RATE)) / RATE / 0.12)
    return _mixed(0.97, [*parts, (0.0, 0.7, rumble / np.abs(rumble).max())])


def _refuse(rng: Rng) -> Floats:
    thud = struck(((96, 0.060, 1.0), (148, 0.045, 0.7), (233, 0.030, 0.35)), 0.3, rng, 0.05)
    return _mixed(0.36, [(0.0, 1.0, thud), (0.105, 0.7, thud)])


def _click(rng: Rng) -> Floats:
    return _mixed(0.09, [(0.0, 1.0, struck(((1850, 0.005, 1.0), (3400, 0.003, 0.6)), 0.08, rng, 0.3))])


def _tick(rng: Rng) -> Floats:
    return _mixed(0.12, [(0.0, 1.0, struck(((1150, 0.012, 1.0), (2500, 0.006, 0.5)), 0.1, rng, 0.2))])


def _end(_: Rng) -> Floats:
    return _mixed(0.85, [(0.0, 0.8, note(440.0, 0.8)), (0.14, 1.0, note(659.26, 0.7))])


def _offer(_: Rng) -> Floats:
    return _mixed(
        0.8, [(0.0, 0.8, note(587.33, 0.75)), (0.11, 0.9, note(739.99, 0.65)), (0.22, 1.0, note(880.0, 0.55))]
    )


def _over(_: Rng) -> Floats:
    """A short rise in D major, the last chord held."""
    tune = ((0.0, 293.66), (0.16, 369.99), (0.32, 440.0), (0.48, 587.33), (0.80, 493.88))
    parts = [(t, 0.8, note(f, 1.2, 1.4)) for t, f in tune]
    parts += [(1.04 + 0.03 * i, 0.8, note(f, 1.8, 2.4)) for i, f in enumerate((293.66, 440.0, 587.33, 739.99, 880.0))]
    return _mixed(2.85, parts)


_SOUNDS: dict[str, tuple[Callable[[Rng], Floats], float]] = {
    "place": (_place(1.0), 0.62),
    "place_2": (_place(0.92), 0.62),
    "place_3": (_place(1.09), 0.62),
    "noble": (_place_noble(1.0), 0.5),
    "noble_2": (_place_noble(1.1), 0.5),
    "pick": (_pick, 0.34),
    "turn": (_turn, 0.5),
    "swap": (_swap, 0.5),
    "fall": (_fall, 0.75),
    "refuse": (_refuse, 0.6),
    "click": (_click, 0.3),
    "tick": (_tick, 0.35),
    "end": (_end, 0.45),
    "offer": (_offer, 0.4),
    "over": (_over, 0.6),
}
"""How each sound is made, and its loudest sample."""
