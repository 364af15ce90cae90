"""Records in Korean with a query: each right label is supported, and no wrong one.

The town is invented; distances were computed with pyproj's geodesic, times added up by hand.
"""

from __future__ import annotations

import pytest

from tests.queries import Json, best, places, value
from tests.verification.builders import judged, record

pytest.importorskip("babel")

SQUARE, PHARMACY, MART, SHOP = "별빛광장", "달빛약국", "초록마트(바람점)", "GS25 편의점"
STORE, CAFE, LIBRARY = "홈플러스 슈퍼마켓", "하늘카페", "은하도서관"
SHOP_AT = f"{SHOP} - 서울특별시 광진구 중곡동 천호대로 573"
OPEN = (
    "Monday: {0}, Tuesday: {0}, Wednesday: {0}, Thursday: {0}, Friday: {0}, Saturday: {0}, "
    "Sunday: {1}"
)


def _place(name: str, kind: str, address: str, *lines: str) -> str:
    facts = "".join(f"- {line}.\n" for line in (f"Location: {address}", f"Type: {kind}", *lines))
    return f"Information of <b>{name}</b>:\n{facts}\n"


TOWN = (
    _place(SQUARE, "square", "바람시 물결동 1(37.5000, 127.0000)", "OSM ID: node/1")
    + _place(
        PHARMACY, "pharmacy", "바람시 물결동 9(37.5030, 127.0002)", "Rating: 4.5. (120 ratings)",
        f"Open: {OPEN.format('9:00 AM – 9:00 PM', '9:00 AM – 1:00 PM')}",
    )
    + _place(MART, "supermarket", "주소 정보 없음(37.5045, 127.0045)", "Rating: 4.1. (80 ratings)")
    + _place(SHOP, "supermarket", "서울특별시 광진구 중곡동 천호대로 573(37.5002, 127.0050)",
             "Rating: 3.6. (15 ratings)")
    + _place(STORE, "supermarket", "주소 정보 없음(37.5050, 126.9995)", "Rating: 4.3. (60 ratings)")
    + _place(
        CAFE, "cafe", "바람시 구름동 3(37.4970, 126.9960)", "Rating: 4.8. (300 ratings)",
        f"Open: {OPEN.format('10:00 AM – 6:00 PM', 'Closed')}", "Wi-Fi",
    )
    + _place(LIBRARY, "library", "바람시 구름동 7(37.5001, 126.9930)", "Phone: 02-555-0142")
    + f"""Travel Time from {SQUARE} to {CAFE} on foot is 8 mins (600 m).
Travel Time from {SQUARE} to {CAFE} by car is 3 mins (900 m).
Travel Time from {CAFE} to {LIBRARY} on foot is 1 hour 5 mins (4.4 km).
Travel Time from {SQUARE} to {LIBRARY} on foot is 10 mins (700 m).
Travel Time from {LIBRARY} to {CAFE} on foot is 1 hour 5 mins (4.4 km).

There are 2 routes from {SQUARE} to {STORE} by car. They are:
1. Via 강변로 | 10 mins | 4.2 km
 - (7 mins | 3.0 km) Head east on 강변로
 - (3 mins | 1.2 km) Turn left onto 하늘길
2. Via 구름로 | 14 mins | 3.6 km
 - (4 mins | 1.0 km) Head north on 구름로
 - (5 mins | 1.3 km) Turn right onto 노을길
 - (5 mins | 1.3 km) Turn right onto 하늘길
"""
)  # fmt: skip

RIVER = {"kind": "routes", "origin": SQUARE, "destination": STORE, "via": "강변로"}
CLOUD = {**RIVER, "via": "구름로"}
ROUTES = {"kind": "routes", "origin": SQUARE, "destination": STORE}
SHOPS = (MART, SHOP, STORE)


def _leg(origin: str, destination: str, mode: str | None = "walking") -> Json:
    return {"origin": origin, "destination": destination, "mode": mode}


def _trip(*stops: str, minutes: int = 30, **slots: object) -> Json:
    visits = [{"place": stop, "visit_min": minutes} for stop in stops]
    return {"origin": SQUARE, "depart": "14:00", "mode": "walking", "stops": visits, **slots}


def _around(*among: str, direction: str | None = None, **slots: object) -> Json:
    filters = [{"kind": "direction", "direction": direction}] if direction else []
    return places(*among, anchor=SQUARE, filters=filters, **slots)


POINTS = ("북쪽", "동쪽", "남쪽", "서쪽")
YES, NO = "예", "아니요"
SHOP_OPTIONS = (SHOP_AT, MART, STORE, "해당 없음")
ORDERS = [
    {"text": f"{CAFE} → {LIBRARY}", "places": [CAFE, LIBRARY]},
    {"text": f"{LIBRARY} → {CAFE}", "places": [LIBRARY, CAFE]},
]

# A query, the options, the right option, and a wrong one.
QUESTIONS: dict[str, tuple[Json, tuple[str, ...], int, int]] = {
    "distance": (value("distance", origin=SQUARE, destination=PHARMACY),
                 ("약 330미터", "약 500미터", "약 1.2킬로미터", "약 80미터"), 0, 1),
    "distance in km": (value("distance", origin=STORE, destination=CAFE),
                       ("0.9km", "0.3km", "1.9 km", "5킬로미터"), 0, 2),
    "direction": (value("direction", place=PHARMACY, seen_from=SQUARE), POINTS, 0, 2),
    "direction between": (value("direction", place=CAFE, seen_from=SQUARE),
                          ("북동쪽", "남서쪽", "북서쪽", "남동쪽"), 1, 0),
    "bare points": (value("direction", place=LIBRARY, seen_from=SQUARE),
                    ("북", "동", "남", "서"), 3, 1),
    "phone": (value("fact", place=LIBRARY, fact="phone"), ("02-555-0142", "02-555-0199"), 0, 1),
    "rating": (value("fact", place=CAFE, fact="rating"), ("4.8점", "4.1점", "3.6점"), 0, 1),
    "closing": (value("hours", place=PHARMACY, edge="closes", day="monday"),
                ("오후 9시", "오후 1시", "오후 6시 30분", "정오"), 0, 2),
    "opening": (value("hours", place=CAFE, edge="opens", day="monday"),
                ("오전 9시", "오전 10시", "오후 1시"), 1, 0),
    "length of a day": (value("hours", place=PHARMACY, edge="length", day="sunday"),
                        ("4시간", "8시간", "12시간"), 0, 1),
    "travel": (value("travel", legs=[_leg(SQUARE, CAFE)]), ("8분", "3분", "1시간 5분"), 0, 2),
    "two legs": (value("travel", legs=[_leg(SQUARE, CAFE), _leg(CAFE, LIBRARY)]),
                 ("1시간 13분", "1시간 8분", "45분", "2시간"), 0, 1),
    "travel distance": (value("travel", legs=[_leg(CAFE, LIBRARY)], measure="distance"),
                        ("4.4km", "600미터", "3.6km"), 0, 1),
    "turns": (value("route", route=CLOUD, measure="turn"), ("1번", "2번", "3번"), 1, 0),
    "sum": ({"ask": "value", "figure": {"kind": "sum", "times": 2, "of": [
        {"kind": "travel", "legs": [_leg(SQUARE, CAFE)]}]}}, ("16분", "8분", "24분"), 0, 1),
    "finish": (value("trip", figure="finish", trip=_trip(CAFE, LIBRARY)),
               ("오후 4시 13분", "오후 3시 43분", "오후 5시"), 0, 1),
    "nearest": (best("distance", _around(*SHOPS)), SHOP_OPTIONS, 0, 1),
    "nearest in the north": (best("distance", _around(*SHOPS, direction="north")),
                             SHOP_OPTIONS, 2, 0),
    "second nearest": (best("distance", _around(*SHOPS), rank=2), SHOP_OPTIONS, 2, 1),
    "best rated": (best("fact", places(*SHOPS), most=True, fact="rating"), SHOP_OPTIONS, 2, 0),
    "shortest route": (best("route", ROUTES, measure="distance"), ("강변로", "구름로"), 1, 0),
    "fastest mode": (best("travel", {"kind": "modes", "modes": [
        {"text": "도보", "mode": "walking"}, {"text": "자동차", "mode": "driving"}]},
        legs=[_leg(SQUARE, CAFE, None)]), ("도보", "자동차"), 1, 0),
    "best order": (best("trip", {"kind": "orders", "trip": _trip(CAFE, LIBRARY), "orders": ORDERS},
                        figure="finish"), (f"{CAFE} → {LIBRARY}", f"{LIBRARY} → {CAFE}"), 0, 1),
    "all within": ({"ask": "list", "of": _around(*SHOPS, within_m=600)},
                   (f"{SHOP}, {STORE}", f"{SHOP}, {MART}", f"{MART}, {STORE}"), 0, 1),
    "count": ({"ask": "count", "of": _around(*SHOPS, within_m=600)},
              ("1곳", "2곳", "3곳", "없음"), 1, 3),
    "count of none": ({"ask": "count", "of": _around(*SHOPS, direction="south")},
                      ("1곳", "2곳", "없음"), 2, 0),
    "compare": ({"ask": "compare",
                 "first": {"kind": "distance", "origin": SQUARE, "destination": PHARMACY},
                 "second": {"kind": "distance", "origin": SQUARE, "destination": LIBRARY}},
                (YES, NO), 0, 1),
    "difference": ({"ask": "difference", "first": {"kind": "travel", "legs": [_leg(SQUARE, CAFE)]},
                    "second": {"kind": "travel", "legs": [_leg(SQUARE, CAFE, "driving")]}},
                   ("5분", "8분", "11분"), 0, 1),
    "check": ({"ask": "check", "place": CAFE,
               "passes": {"kind": "open", "day": "sunday", "at": "11:00"}},
              ("네", "아니오", "알 수 없음"), 1, 0),
    "none in the south": (best("distance", _around(*SHOPS, direction="south")), SHOP_OPTIONS, 3, 1),
    "check of routes": ({"ask": "check_routes", "routes": RIVER,
                         "passes": {"kind": "has", "manoeuvre": "left_turn"}}, (YES, NO), 0, 1),
    "check of a trip": ({"ask": "check_trip", "trip": _trip(CAFE, LIBRARY, budget_min=120)},
                        ("가능하다", "불가능하다"), 1, 0),
    "direction from another place": (value("direction", place=SHOP, seen_from=CAFE),
                                     ("북동쪽", "북서쪽", "남동쪽", "남서쪽"), 0, 3),
    "unanswerable": (value("fact", place=STORE, fact="phone"),
                     ("02-555-0142", "02-555-0199", "정답 없음"), 2, 0),
}  # fmt: skip
# Here the label may follow from a fact that the context lacks.
OPEN_LABELS = {"none in the south", "unanswerable"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_right_labels_are_supported(name: str) -> None:
    """The options are read in Korean and the right one agrees with the computed value."""
    query, options, right, _ = QUESTIONS[name]
    item = judged(record(*options, label=right, query=query, context=TOWN, text="무엇인가요?"))
    assert item.verdict == "supported", (item.reason, item.answer.detail, item.answer.value)


@pytest.mark.parametrize("name", QUESTIONS)
def test_wrong_labels_are_contradicted(name: str) -> None:
    """A wrong label is contradicted, unless the answer is that there is none."""
    query, options, _, wrong = QUESTIONS[name]
    item = judged(record(*options, label=wrong, query=query, context=TOWN, text="무엇인가요?"))
    expected = "undetermined" if name in OPEN_LABELS else "contradicted"
    assert item.verdict == expected, (item.reason, item.answer.detail, item.answer.value)
