"""How a point of a card turns with it, to the last unit. [KO-GEO-04]"""

from __future__ import annotations

import pytest

from kamiza.games.kodama.cards import Cards
from tests.games import transcription

SIN = transcription.read(__file__)["geometry"]["sin"]
CARDS = Cards()


def sine(degree: int) -> int:
    """From the table of the document, which goes from 0 to 90."""
    degree %= 360
    if degree > 180:
        return -sine(degree - 180)
    return int(SIN[min(degree, 180 - degree)])


@pytest.mark.parametrize("degrees", range(360))
def test_a_point_turns_as_the_document_says(degrees: int) -> None:
    """[KO-GEO-04]: halves of a unit go up, and not a sixteen-thousandth less does."""
    s, c = sine(degrees), sine(degrees + 90)
    for x in range(-440, 441, 20):
        for y in (-315, -28, -1, 0, 1, 7, 90, 440):
            found = CARDS.compass.turn(x, y, degrees)
            assert found == ((x * c - y * s + 8192) >> 14, (x * s + y * c + 8192) >> 14), (x, y)


def test_what_is_just_less_than_a_half_goes_down() -> None:
    """[KO-GEO-04]"""
    found = [
        (x, y, degrees)
        for degrees in range(1, 90)
        for x in range(0, 441)
        for y in (0, 1, 7)
        if (x * sine(degrees + 90) - y * sine(degrees)) % 16384 == 8191
    ]
    assert found
    for x, y, degrees in found:
        exact = (x * sine(degrees + 90) - y * sine(degrees)) / 16384
        assert CARDS.compass.turn(x, y, degrees)[0] == int(exact // 1)
