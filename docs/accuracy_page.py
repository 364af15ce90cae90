"""Measure the figures of docs/concepts/accuracy.md and draw docs/assets/accuracy.svg.

Run it with ``make accuracy``; it prints the table that the page shows.
"""

from __future__ import annotations

from io import StringIO

import numpy as np
from matplotlib import pyplot as plt
from matplotlib import rcParams
from matplotlib.axes import Axes
from numpy.typing import NDArray
from pyproj import Geod

from docs.pictures import save_svg
from geoeval import haversine, initial_bearing
from geoeval.sphere import destination, geodesic

Floats = NDArray[np.float64]
PAIRS = 400_000
COMPASSES = (4, 8, 16)
WGS84 = Geod(ellps="WGS84")
BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#767676"


def ellipsoidal(a: Floats, b: Floats) -> Floats:
    """Return initial bearings on the WGS 84 ellipsoid."""
    return np.asarray(WGS84.inv(a[:, 1], a[:, 0], b[:, 1], b[:, 0])[0]) % 360


def planar(a: Floats, b: Floats) -> Floats:
    """Return the directions that a plane of latitudes and longitudes suggests."""
    return np.degrees(np.arctan2(b[:, 1] - a[:, 1], b[:, 0] - a[:, 0])) % 360


def sector(bearing: Floats, points: int) -> Floats:
    """Return the number of the compass point nearest to each bearing."""
    return (bearing + 180 / points) // (360 / points) % points


def differs(a: Floats, b: Floats, other: Floats, points: int) -> float:
    """Return the share of pairs, in per cent, that get another compass point."""
    return 100 * float(np.mean(sector(initial_bearing(a, b), points) != sector(other, points)))


def anywhere(draw: np.random.Generator) -> Floats:
    """Return points spread evenly over the sphere."""
    lat = np.degrees(np.arcsin(draw.uniform(-1, 1, PAIRS)))
    return np.column_stack([lat, draw.uniform(-180, 180, PAIRS)])


def in_a_city(lat: float, draw: np.random.Generator) -> tuple[Floats, Floats]:
    """Return pairs 100 m to 20 km apart at a latitude."""
    start = np.column_stack([np.full(PAIRS, lat), draw.uniform(-179, 179, PAIRS)])
    return start, destination(start, draw.uniform(0, 360, PAIRS), draw.uniform(100, 20_000, PAIRS))


def table(draw: np.random.Generator) -> None:
    """Print how often other definitions give another compass point, and how far lengths differ."""
    print("| pairs | other definition | 4 points | 8 points | 16 points |")
    print("|---|---|---|---|---|")
    for name, (a, b) in {
        "anywhere on Earth": (anywhere(draw), anywhere(draw)),
        "100 m to 20 km apart, at 45°": in_a_city(45, draw),
        "100 m to 20 km apart, at 60°": in_a_city(60, draw),
    }.items():
        for other, bearing in (("WGS 84", ellipsoidal(a, b)), ("plane", planar(a, b))):
            shares = (f"{differs(a, b, bearing, points):.2g} %" for points in COMPASSES)
            print(f"| {name} | {other} | {' | '.join(shares)} |")
    a, b = anywhere(draw), anywhere(draw)
    length = 100 * (haversine(a, b) / geodesic(a, b) - 1)
    print(f"\nsphere against WGS 84: {length.min():+.2f} % to {length.max():+.2f} %")


def draw_lengths(axes: Axes) -> None:
    """Draw how far the sphere's length is off for each direction, at some latitudes."""
    bearing = np.arange(0.0, 181.0)
    for lat, shade in ((0, 0.25), (30, 0.45), (45, 0.6), (60, 0.8), (90, 1.0)):
        start = np.tile([float(lat), 0.0], (len(bearing), 1))
        end = destination(start, bearing, 1000.0)
        off = 100 * (haversine(start, end) / geodesic(start, end) - 1)
        axes.plot(bearing, off, color=BLUE, alpha=shade)
        axes.annotate(f"{lat}°", (bearing[-1], off[-1]), (4, -3), textcoords="offset points")
    axes.axhline(0, color=GREY, linewidth=0.8)
    axes.set(
        title="Length on the sphere against WGS 84",
        xlabel="bearing in degrees; one line for each latitude",
        ylabel="per cent too long",
        xlim=(0, 200),
        xticks=range(0, 181, 45),
    )


def draw_points(axes: Axes, draw: np.random.Generator) -> None:
    """Draw how often other definitions give another of eight compass points."""
    latitudes = np.arange(0, 76, 5)
    for name, definition, colour in (("plane", planar, ORANGE), ("WGS 84", ellipsoidal, BLUE)):
        shares = []
        for lat in latitudes:
            a, b = in_a_city(float(lat), draw)
            shares.append(differs(a, b, definition(a, b), 8))
        axes.plot(latitudes, shares, color=colour)
        axes.annotate(name, (latitudes[-1], shares[-1]), (4, -3), textcoords="offset points")
    axes.set(
        title="Another of 8 compass points than ours",
        xlabel="latitude in degrees; pairs 100 m to 20 km apart",
        ylabel="per cent of pairs",
        xlim=(0, 90),
        xticks=range(0, 76, 15),
    )


def main() -> None:
    """Print the table and draw the picture."""
    table(np.random.default_rng(1))
    rcParams.update({"svg.hashsalt": "geoeval", "svg.fonttype": "path", "font.size": 9})
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    draw_lengths(left)
    draw_points(right, np.random.default_rng(2))
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    drawing = StringIO()
    figure.savefig(drawing, format="svg", metadata={"Date": None}, facecolor="white")
    save_svg(drawing.getvalue(), "accuracy.svg")


if __name__ == "__main__":
    main()
