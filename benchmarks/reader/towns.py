"""Invented towns that example questions are asked of, each drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians
from random import Random

from geoeval import Leg, Place, Route, WeeklyHours, World, haversine
from geoeval.understanding.learned.filters import SERVICES
from geoeval.world.model import NearbyList, Step, TravelMode

_FIRST = (
    "Alder Amber Ashford Bakers Beacon Birch Blue Bramble Bridge Brook Cable Calder Castle "
    "Cedar Chapel Cloister Copper Coral Crane Crown Dalton Dover Eagle East Elm Falcon Fern "
    "Fountain Garden Gilded Golden Granite Green Grove Harbour Hazel Heron High Hollow Iron "
    "Ivory Jade Juniper Kings Lantern Larch Laurel Linden Lower Maple Marble Market Meadow "
    "Mill Mint Moss North Oak Old Olive Orchard Otter Park Pearl Pine Quarry Quay Raven Red "
    "River Rose Royal Ruby Saint Salt Sandy Silver South Spring Station Stone Summer Swan "
    "Tanner Tall Thistle Tiger Tower Upper Velvet Victoria Vine West White Willow Winter Wolf "
    "Yarrow Yellow"
).split()  # fmt: skip
_STRANGE = (
    "Albaicín Aoyama Azul Banyan Bergen Bhavani Casa Chai Corvo Dar Delft Dolma Ensō Fjord "
    "Fuego Gion Haus Hamsa Ikaria Jalan Kadıköy Kaiser Kestrel Kyūdō Lago Lindqvist Luz "
    "Mabini Mandir Meier Miro Naga Nordlys Nova Olinda Palacio Perla Piazza Qasr Ramblas "
    "Rizal Sakura Sant Schloss Soho Sundari Taj Tango Torre Ueno Vasco Villa Warung Xoco "
    "Yamato Zócalo Żubr"
).split()  # fmt: skip
_KINDS: dict[str, tuple[str, ...]] = {
    "restaurant": ("Restaurant", "Kitchen", "Grill", "Bistro", "Table"),
    "cafe": ("Cafe", "Coffee House", "Tearoom", "Espresso Bar"),
    "pharmacy": ("Pharmacy", "Chemist", "Drugstore"),
    "hotel": ("Hotel", "Inn", "Lodge"),
    "museum": ("Museum", "Gallery of History", "Collection"),
    "park": ("Park", "Gardens", "Green"),
    "supermarket": ("Supermarket", "Grocers", "Food Market"),
    "bank": ("Bank", "Savings Bank"),
    "hospital": ("Hospital", "Clinic", "Medical Centre"),
    "school": ("School", "Academy"),
    "bakery": ("Bakery", "Bread Company"),
    "gym": ("Gym", "Fitness Studio"),
    "library": ("Library", "Reading Rooms"),
    "bar": ("Bar", "Tavern", "Taproom"),
    "mosque": ("Mosque",),
    "church": ("Church", "Chapel"),
    "bookstore": ("Books", "Bookshop"),
    "shopping mall": ("Mall", "Shopping Centre", "Plaza"),
    "gas station": ("Fuel", "Petrol Station"),
    "atm": ("ATM", "Cash Machine"),
    "bus station": ("Bus Station", "Coach Terminal"),
    "stadium": ("Stadium", "Arena"),
    "movie theater": ("Cinema", "Picture House"),
}
_SIGHTS = (
    "Tower",
    "Palace",
    "Bridge",
    "Abbey",
    "Market",
    "Fort",
    "Square",
    "Monument",
    "Hall",
    "Cathedral",
    "Theatre",
    "Zoo",
    "Pier",
    "Observatory",
    "Temple",
    "Aquarium",
    "Station",
)
COMMON = frozenset({*_SIGHTS, *(e for ends in _KINDS.values() for e in ends if " " not in e)})
"""The last words of names by which one place may be called again: "the tower"."""
_ROADS = ("Street", "Road", "Avenue", "Lane", "Boulevard", "Way", "Drive", "Highway")
_PRICES = ("Inexpensive", "Moderate", "Expensive", "Very Expensive")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SPEEDS = {"walking": 1.3, "bicycling": 4.0, "driving": 9.0, "transit": 5.0}
_HEADINGS = ("north", "east", "south", "west")
_METRES = 111_195  # of a degree of latitude
_MANY = 60  # names, after which first words are used again


class Draw(Random):
    """A source of chance: the same text gives the same towns on every machine."""


@dataclass
class Town:
    """A town in the making."""

    draw: Random
    taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.centre = (self.draw.uniform(-50, 60), self.draw.uniform(-170, 170))

    def name(self, endings: tuple[str, ...]) -> str:
        """Return a name that no other place has."""
        while True:
            first = self.draw.choice(_FIRST if self.draw.random() < 0.6 else _STRANGE)
            words = [first, self.draw.choice(endings)]
            if self.draw.random() < 0.25:
                words.insert(1, self.draw.choice(_FIRST))
            if self.draw.random() < 0.08:
                words = ["The", *words]
            if self.draw.random() < 0.07:
                words = [
                    self.draw.choice(_STRANGE),
                    "del" if self.draw.random() < 0.5 else "de",
                    first,
                ]
            name = " ".join(words)
            if name not in self.taken and not {first} & {n.split()[0] for n in self.taken}:
                self.taken.add(name)
                return name
            if len(self.taken) > _MANY and name not in self.taken:
                self.taken.add(name)
                return name

    def near(self, metres: float) -> tuple[float, float]:
        """Return a point about so far from the centre."""
        lat = self.centre[0] + self.draw.uniform(-1, 1) * metres / _METRES
        lon = self.centre[1] + self.draw.uniform(-1, 1) * metres / _METRES / cos(
            radians(self.centre[0])
        )
        return round(lat, 6), round(lon, 6)

    def hours(self) -> WeeklyHours:
        """Return opening hours, a day or two of them closed."""
        if self.draw.random() < 0.06:
            return WeeklyHours((((0, 1440),),) * 7)
        opens, closes = (
            self.draw.choice(range(420, 661, 30)),
            self.draw.choice(range(1020, 1381, 30)),
        )
        days: list[tuple[tuple[int, int], ...]] = []
        for day in range(7):
            start, end = opens, closes
            if day > 4 and self.draw.random() < 0.5:
                start, end = start + 60, end - 60
            days.append(((start, end),))
        for _ in range(self.draw.choice((0, 0, 1, 1, 2))):
            days[self.draw.randrange(7)] = ()
        return WeeklyHours(tuple(days))

    def place(self, name: str, metres: float = 3000, *, street: str | None = None) -> Place:
        """Return a place with all its facts."""
        draw = self.draw
        street = street or f"{draw.choice(_FIRST)} {draw.choice(_ROADS)}"
        some = [f for f in SERVICES if draw.random() < 0.3]
        return Place(
            name=name,
            address=f"{draw.randint(1, 180)} {street}, {draw.randint(10000, 99999)}",
            location=self.near(metres),
            rating=round(draw.uniform(2.8, 5.0), 1),
            rating_count=draw.randint(5, 4000),
            price_level=draw.choice(_PRICES),
            hours=self.hours(),
            phone=f"+{draw.randint(1, 99)} {draw.randint(100, 999)} {draw.randint(1000, 9999)}",
            features=tuple(some),
        )

    def legs(self, places: list[Place], sought: tuple[str, ...], more: float) -> list[Leg]:
        """Return travel between all places, both ways, by modes sought and a share of others."""
        found = []
        modes = [mode for mode in _SPEEDS if mode in sought or self.draw.random() < more]
        for first in places:
            for second in places:
                if first is second:
                    continue
                metres = haversine(first.location, second.location) * self.draw.uniform(1.1, 1.6)
                for mode in modes:
                    seconds = metres / _SPEEDS[mode] * self.draw.uniform(0.9, 1.3)
                    found.append(
                        Leg(
                            origin=first.name,
                            destination=second.name,
                            mode=TravelMode(mode),
                            duration_s=max(60, round(seconds / 60) * 60),
                            distance_m=round(metres, -2) or 100.0,
                        )
                    )
        return found

    def road(self) -> str:
        """Return the name of a road."""
        return self.name(_ROADS)

    def routes(self, first: Place, second: Place, mode: str, count: int) -> list[Route]:
        """Return routes between two places, each through some roads with manoeuvres."""
        metres = haversine(first.location, second.location)
        found = []
        for _ in range(count):
            roads = [self.road() for _ in range(self.draw.randint(3, 6))]
            steps = [
                Step(
                    instruction=f"Head {self.draw.choice(_HEADINGS)} on {roads[0]}",
                    roads=(roads[0],),
                )
            ]
            for road in roads[1:]:
                if self.draw.random() < 0.3:
                    ordinal = self.draw.choice(("1st", "2nd", "3rd"))
                    steps.append(
                        Step(
                            instruction=f"At the roundabout, take the {ordinal} exit onto {road}",
                            roads=(road,),
                        )
                    )
                else:
                    side = self.draw.choice(("Turn left onto", "Turn right onto", "Continue onto"))
                    notes = ("Toll road",) if self.draw.random() < 0.12 else ()
                    steps.append(Step(instruction=f"{side} {road}", roads=(road,), notes=notes))
            steps.append(Step(instruction=f"Turn {self.draw.choice(('left', 'right'))}"))
            length = metres * self.draw.uniform(1.1, 1.9)
            seconds = length / _SPEEDS[mode] * self.draw.uniform(0.9, 1.4)
            found.append(
                Route(
                    origin=first.name,
                    destination=second.name,
                    mode=TravelMode(mode),
                    name=roads[len(roads) // 2],
                    steps=tuple(steps),
                    duration_s=max(60, round(seconds / 60) * 60),
                    distance_m=round(length, -2) or 100.0,
                )
            )
        return found


def kind_names() -> tuple[str, ...]:
    """Return the kinds of places that there are lists of."""
    return tuple(_KINDS)


@dataclass(frozen=True)
class Drawn:
    """A town: its world, places by letter, the others to choose from, and a street."""

    world: World
    places: dict[str, Place]
    others: list[Place]
    street: str


def draw_town(
    draw: Random,
    letters: list[str],
    kind: str | None,
    modes: tuple[str, str],
    *,
    listed: bool,
    legs: bool,
    routes: bool,
    all_modes: bool,
) -> Drawn:
    """Return a world with places for some letters, a list around the first, legs and routes."""
    town = Town(draw)
    places: dict[str, Place] = {}
    for letter in letters:
        endings = _SIGHTS if draw.random() < 0.6 else draw.choice(list(_KINDS.values()))
        places[letter] = town.place(town.name(endings))
    street = f"{draw.choice(_FIRST)} {draw.choice(_ROADS)}"
    others = [
        town.place(town.name(_KINDS[kind] if kind else _SIGHTS), 1500, street=here)
        for here in (street, *[None] * draw.randint(3, 6))
    ]
    lists: tuple[NearbyList, ...] = ()
    if listed and kind and "a" in places:
        at = places["a"].location
        near = sorted(others, key=lambda each: haversine(at, each.location))
        title = kind.title() + ("" if draw.random() < 0.3 else "s")
        anchor = places["a"].name
        lists = (
            NearbyList(anchor=anchor, category=title, places=tuple(near), sorted_by_distance=True),
        )
    travelled = [*places.values(), *([] if listed or len(letters) > 2 else others[:4])]
    ways = town.routes(places["a"], places["b"], modes[0], draw.choice((2, 3))) if routes else []
    world = World(
        places=(*places.values(), *(() if lists else others)),
        lists=lists,
        legs=tuple(town.legs(travelled, modes, 0.4 if all_modes else 0.0)) if legs else (),
        routes=tuple(ways),
    )
    return Drawn(world, places, others, street)
