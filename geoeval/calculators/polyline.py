"""The encoded polylines of map services."""

from __future__ import annotations

from collections.abc import Iterable

LatLon = tuple[float, float]


def encode_polyline(points: Iterable[LatLon], digits: int = 5) -> str:
    """Return points as an encoded polyline."""
    text = []
    previous = (0, 0)
    for lat, lon in points:
        current = (round(lat * 10**digits), round(lon * 10**digits))
        for value_now, last in zip(current, previous, strict=True):
            value = (value_now - last) << 1
            value = ~value if value < 0 else value
            while value >= 0x20:
                text.append(chr((0x20 | (value & 0x1F)) + 63))
                value >>= 5
            text.append(chr(value + 63))
        previous = current
    return "".join(text)


def decode_polyline(text: str, digits: int = 5) -> list[LatLon]:
    """Return the points of an encoded polyline, without an incomplete last point."""
    values: list[int] = []
    value = shift = 0
    for character in text:
        code = ord(character) - 63
        value |= (code & 0x1F) << shift
        shift += 5
        if code < 0x20:
            values.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    points: list[LatLon] = []
    lat = lon = 0
    for north, east in zip(values[::2], values[1::2], strict=False):
        lat, lon = lat + north, lon + east
        points.append((lat / 10**digits, lon / 10**digits))
    return points
