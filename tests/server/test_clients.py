"""The five tools of the paper over HTTP: Google's Python client, and the new interface."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from geoeval.calculators.polyline import decode_polyline
from geoeval.world.google.replies import DESCRIBED
from geoeval.world.model import Place, World
from tests.server.conftest import serving

googlemaps = pytest.importorskip("googlemaps")
MUSEUM = "Museum"


@pytest.fixture
def client(url: str) -> object:
    """Return Google's client, connected to the server of the town."""
    return googlemaps.Client(key="AIza-nobody", base_url=url)


def test_place_search_and_details_use_the_language(client: googlemaps.Client) -> None:
    """A name gives an id, and the id gives the facts of the place."""
    reply = client.places("museum", language="fr")
    assert reply["status"] == "OK"
    assert "OpenStreetMap" in reply["html_attributions"][0]
    (found,) = reply["results"]
    assert found["name"] == "Musée"
    details = client.place(found["place_id"])["result"]
    assert details["name"] == MUSEUM
    assert details["formatted_phone_number"] == "+1 555 0100"
    assert details["wheelchair_accessible_entrance"] is True
    assert len(details["opening_hours"]["periods"]) == 7
    assert client.place(found["place_id"], fields=["name"])["result"] == {"name": MUSEUM}
    (candidate,) = client.find_place("Museum", "textquery", fields=["name", "place_id"])[
        "candidates"
    ]
    assert candidate == {"name": MUSEUM, "place_id": found["place_id"]}
    assert client.geocode("Museum")[0]["place_id"] == found["place_id"]
    assert client.places("nothing like it")["status"] == "ZERO_RESULTS"


@pytest.mark.filterwarnings("ignore:Fields, .* are deprecated")
@pytest.mark.parametrize("field", sorted(googlemaps.places.PLACES_DETAIL_FIELDS))
def test_every_detail_field_can_be_requested(client: googlemaps.Client, field: str) -> None:
    """Fields that the map lacks are absent."""
    found = client.places("museum")["results"][0]["place_id"]
    whole = client.place(found)["result"]
    shown = client.place(found, fields=[field])["result"]
    name = {"type": "types"}.get(field, field.partition("/")[0])
    assert shown == {name: whole[name] for name in [name] if name in whole}


@pytest.mark.parametrize(
    "bias", ["point:{0},{1}", "circle:300@{0},{1}", "rectangle:{0},{1}|{0},{1}", "ipbias"]
)
def test_location_bias_prefers_nearby_places(client: googlemaps.Client, bias: str) -> None:
    """Without a position of the client any place may come first."""
    cafes = client.places("cafe")["results"]
    far = cafes[-1]
    bias = bias.format(*far["geometry"]["location"].values())
    found = client.find_place("cafe", "textquery", fields=["name"], location_bias=bias)
    assert found["candidates"] == [{"name": (cafes[0] if bias == "ipbias" else far)["name"]}]
    assert found["html_attributions"]


def test_nearby_search_pages_and_ranks(client: googlemaps.Client) -> None:
    """It ranks by distance or prominence and enforces Google's rules."""
    first = client.places_nearby(location=(0, 0), radius=2000, type="cafe")
    assert len(first["results"]) == 20
    second = client.places_nearby(
        location=(0, 0), radius=2000, type="cafe", page_token=first["next_page_token"]
    )
    names = {each["name"] for reply in (first, second) for each in reply["results"]}
    assert len(names) == 25
    assert "next_page_token" not in second
    nearest = client.places_nearby(location=(0, 0), rank_by="distance", type="cafe")["results"]
    assert [each["name"] for each in nearest[:3]] == ["Café 0", "Café 1", "Café 2"]
    for wrong in (
        {"location": (0, 0)},
        {"location": (0, 0), "radius": 60_000},
        {"location": (0, 0), "radius": 500, "open_now": True},
        {"page_token": "forged"},
    ):
        with pytest.raises(googlemaps.exceptions.ApiError, match="INVALID_REQUEST"):
            client.places_nearby(**wrong)
    with pytest.raises(googlemaps.exceptions.ApiError, match="NOT_FOUND"):
        client.places_nearby(location=(50, 8), radius=500)


def test_distance_matrix_has_a_status_per_element(client: googlemaps.Client) -> None:
    """Names, ids and positions may be ends."""
    reply = client.distance_matrix(
        ["Café 0", (0.0, 0.001)], ["Museum", "Nowhere", (0.5, 0.5)], mode="walking"
    )
    first, second = (row["elements"] for row in reply["rows"])
    assert [each["status"] for each in first] == ["OK", "NOT_FOUND", "ZERO_RESULTS"]
    assert first[0]["duration"]["value"] > second[0]["duration"]["value"] > 0
    assert first[0]["duration"]["text"].endswith("mins")
    assert first[0]["source"] == "geoeval"
    assert reply["destination_addresses"][1] == ""
    reply = client.distance_matrix("Café 0", "Museum", units="imperial")
    assert reply["rows"][0]["elements"][0]["distance"]["text"].endswith(("ft", "mi"))


def test_directions_have_steps_in_googles_markup(client: googlemaps.Client) -> None:
    """Markup in names is escaped."""
    note = '<div style="font-size:0.9em">Destination will be on the right</div>'
    (route,) = client.directions("Café 0", "Museum", mode="driving")
    (leg,) = route["legs"]
    assert [step["html_instructions"] for step in leg["steps"]] == [
        "Head <b>east</b> on <b>High &lt;Street&gt;</b> toward <b>Hill Road</b>",
        f"Turn <b>left</b> onto <b>Hill Road</b>{note}",
    ]
    assert leg["steps"][1]["maneuver"] == "turn-left"
    assert sum(step["distance"]["value"] for step in leg["steps"]) == leg["distance"]["value"]
    line = decode_polyline(route["overview_polyline"]["points"])
    assert line[-1] == pytest.approx(
        (leg["end_location"]["lat"], leg["end_location"]["lng"]), abs=1e-5
    )
    assert "OpenStreetMap" in route["copyrights"]
    assert client.directions("Café 0", (0.5, 0.5)) == []
    for wrong, status in (("Nowhere at all", "NOT_FOUND"), ("place_id:none", "NOT_FOUND")):
        with pytest.raises(googlemaps.exceptions.ApiError, match=status):
            client.directions("Café 0", wrong)
    with pytest.raises(googlemaps.exceptions.ApiError, match="no transit"):
        client.directions("Café 0", "Museum", mode="transit")


def post(url: str, path: str, body: object, mask: str = "*") -> Any:  # noqa: ANN401 - JSON
    """Return the reply of the new interface to a request."""
    headers = {"Content-Type": "application/json", "X-Goog-FieldMask": mask}
    content = json.dumps(body).encode()
    request = urllib.request.Request(url + path, content, headers)  # noqa: S310 - this machine
    with urllib.request.urlopen(request) as reply:  # noqa: S310 - this machine
        return json.loads(reply.read())


ASKED = tuple(f"places.{name}" for name in DESCRIBED)
CIRCLE = {"circle": {"center": {"latitude": 0, "longitude": 0}, "radius": 300}}


def test_new_places_support_masks_languages_and_pages(url: str) -> None:
    mask = "places.id,places.displayName.text"
    (found,) = post(
        url, "/v1/places:searchText", {"textQuery": "museum", "languageCode": "fr"}, mask
    )["places"]
    assert found["displayName"] == {"text": "Musée"}
    canadian = {"textQuery": "museum", "languageCode": "fr-CA"}
    (found,) = post(url, "/v1/places:searchText", canadian, "places.displayName")["places"]
    assert found["displayName"] == {"text": "Musée", "languageCode": "fr"}
    (found,) = post(
        url, "/v1/places:searchText", {"textQuery": "museum", "languageCode": "fr"}, mask
    )["places"]
    assert set(found) == {"id", "displayName"}
    address = f"{url}/v1/places/{found['id']}?$fields=*"
    with urllib.request.urlopen(address) as reply:  # noqa: S310 - this machine
        whole = json.loads(reply.read())
    assert whole["accessibilityOptions"] == {"wheelchairAccessibleEntrance": True}
    assert whole["attributions"][0]["provider"].startswith("© OpenStreetMap")
    near = {"locationRestriction": CIRCLE, "includedTypes": ["cafe"], "rankPreference": "DISTANCE"}
    names = [
        each["displayName"]["text"] for each in post(url, "/v1/places:searchNearby", near)["places"]
    ]
    assert names == [f"Café {number}" for number in range(len(names))]
    assert len(names) > 5
    asked = {"textQuery": "cafe", "pageSize": 20, "languageCode": "x" * 1000}
    first = post(url, "/v1/places:searchText", asked)
    second = post(url, "/v1/places:searchText", {**asked, "pageToken": first["nextPageToken"]})
    assert len(first["places"] + second["places"]) == 25
    token = urllib.parse.quote(first["nextPageToken"])
    address = f"{url}/maps/api/place/textsearch/json?pagetoken={token}"
    with urllib.request.urlopen(address) as reply:  # noqa: S310 - this machine
        rejected = json.loads(reply.read())
    assert rejected["status"] == "INVALID_REQUEST"
    assert "/v1/places:searchText" in rejected["error_message"]
    with pytest.raises(urllib.error.HTTPError, match="400") as raised:
        post(
            url,
            "/v1/places:searchText",
            {**asked, "pageToken": first["nextPageToken"], "textQuery": "museum"},
        )
    raised.value.close()


@pytest.mark.parametrize(
    ("mask", "shown"),
    [
        ("places,places.id", None),
        ("places.id,places.types", {"id", "types"}),
        ("places.location.latitude", {"location"}),
        ("places.photos.anything.below", set()),
        ("*,places.id", None),
    ],
)
def test_masks_select_members(url: str, mask: str, shown: set[str] | None) -> None:
    """A member named as a whole is complete, even if its members are named too."""
    ask = {"textQuery": "museum"}
    (whole,) = post(url, "/v1/places:searchText", ask)["places"]
    (found,) = post(url, "/v1/places:searchText", ask, mask)["places"]
    assert set(found) == (set(whole) if shown is None else shown)
    if mask.endswith("latitude"):
        assert set(found["location"]) == {"latitude"}


@pytest.mark.parametrize(
    "mask", ["", "places.password", "places.id.x", "places.location.x", "places.", "*,x", "a,,b"]
)
def test_invalid_masks_are_rejected(url: str, mask: str) -> None:
    """So is a missing mask."""
    with pytest.raises(urllib.error.HTTPError, match="400") as raised:
        post(url, "/v1/places:searchText", {"textQuery": "museum"}, mask)
    with raised.value as reply:
        assert json.loads(reply.read())["error"]["status"] == "INVALID_ARGUMENT"


def test_masks_of_the_recorder_are_accepted(url: str) -> None:
    place = post(url, "/v1/places:searchText", {"textQuery": "museum"}, ",".join(ASKED))
    assert set(place["places"][0]) >= {"id", "displayName", "regularOpeningHours"}


def test_new_routes_and_matrices(url: str) -> None:
    """Each uses another kind of waypoint."""
    museum = post(url, "/v1/places:searchText", {"textQuery": "museum"})["places"][0]["id"]
    ends = {"origin": {"address": "Café 0"}, "destination": {"placeId": museum}}
    (route,) = post(url, "/directions/v2:computeRoutes", {**ends, "travelMode": "WALK"})["routes"]
    turns = [step["navigationInstruction"] for step in route["legs"][0]["steps"]]
    assert turns[1]["maneuver"] == "TURN_LEFT"
    assert turns[1]["instructions"].splitlines()[1].startswith("Destination will be on")
    assert route["duration"].endswith("s")
    assert route["source"] == "geoeval"
    first, second = route["legs"][0]["steps"]
    assert first["endLocation"] == second["startLocation"]
    spots = [{"location": {"latLng": {"latitude": lat, "longitude": 0}}} for lat in (0, 0.5)]
    matrix = post(
        url,
        "/distanceMatrix/v2:computeRouteMatrix",
        {
            "origins": [{"waypoint": {"placeId": museum}}],
            "destinations": [{"waypoint": each} for each in spots],
        },
        "originIndex,destinationIndex,condition,distanceMeters",
    )
    assert [each["condition"] for each in matrix] == ["ROUTE_EXISTS", "ROUTE_NOT_FOUND"]
    assert "duration" not in matrix[0]


def test_unrecorded_facts_are_not_reported_as_absent(tmp_path: Path) -> None:
    path = tmp_path / "inn.world"
    World(places=(Place(name="Inn", location=(0.0, 0.0)), Place(name="Port"))).save(path)
    with serving(path) as url:
        client = googlemaps.Client(key="AIza-nobody", base_url=url)
        with pytest.raises(googlemaps.exceptions.ApiError, match="NOT_FOUND"):
            client.places_nearby(location=(0, 0), radius=500, type="cafe")
        (element,) = client.distance_matrix("Inn", "Port")["rows"][0]["elements"]
        assert element["status"] == "NOT_FOUND"
        assert "recorded" in element["error_message"]


REACT = (
    ("place/textsearch", {"query": "Café 0"}, lambda reply: reply["results"][0]["place_id"]),
    ("place/textsearch", {"query": "Museum"}, lambda reply: reply["results"][0]["place_id"]),
    ("place/details", {"place_id": "{1}"}, lambda reply: reply["result"]["opening_hours"]),
    (
        "place/nearbysearch",
        {"location": "place_id:{1}", "rankby": "distance", "type": "book_store"},
        lambda reply: reply["results"][0]["name"],
    ),
    (
        "distancematrix",
        {"origins": "place_id:{0}", "destinations": "place_id:{1}", "mode": "walking"},
        lambda reply: reply["rows"][0]["elements"][0]["duration"]["value"],
    ),
    (
        "directions",
        {"origin": "place_id:{0}", "destination": "place_id:{1}", "mode": "driving"},
        lambda reply: len(reply["routes"][0]["legs"][0]["steps"]),
    ),
)


def test_react_loop_calls_the_five_tools(url: str) -> None:
    """Each call uses results of earlier calls."""
    seen: list[Any] = []
    for service, arguments, observe in REACT:
        query = {name: value.format(*seen) for name, value in arguments.items()}
        address = f"{url}/maps/api/{service}/json?{urllib.parse.urlencode(query)}"
        with urllib.request.urlopen(address) as reply:  # noqa: S310 - this machine
            seen.append(observe(json.loads(reply.read())))
    assert seen[3] == "<script>alert(1)</script>"
    assert seen[4] > 60
    assert seen[5] == 2
