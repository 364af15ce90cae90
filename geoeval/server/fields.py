"""The members of Google's replies that requests may ask for by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    Tree = Mapping[str, "Tree | None"]


def _member_tree(words: str, **inner: Tree | None) -> Tree:
    return {**{word: {} for word in words.split()}, **inner}


def _absent_members(words: str) -> Tree:
    """Return members that no map here has; any members inside them are accepted."""
    return dict.fromkeys(words.split())


_TEXT = _member_tree("text languageCode")
_POINT = _member_tree("latitude longitude")
_SPOT = _member_tree("", latLng=_POINT)
_LINE = _member_tree("encodedPolyline", geoJsonLinestring=None)
_TIME = _member_tree("day hour minute truncated", date=_member_tree("year month day"))
_HOURS = _member_tree(
    "weekdayDescriptions openNow nextOpenTime nextCloseTime secondaryHoursType",
    periods=_member_tree("", open=_TIME, close=_TIME),
    specialDays=None,
)

PLACE: Final[Tree] = {
    **_member_tree(
        "name id types primaryType formattedAddress rating userRatingCount priceLevel "
        "nationalPhoneNumber internationalPhoneNumber websiteUri takeout delivery dineIn "
        "curbsidePickup reservable servesBeer servesBreakfast servesBrunch servesDinner "
        "servesLunch servesVegetarianFood servesWine outdoorSeating restroom",
        displayName=_TEXT,
        location=_POINT,
        regularOpeningHours=_HOURS,
        attributions=_member_tree("provider providerUri"),
        reviews=_member_tree(
            "name relativePublishTimeDescription rating publishTime flagContentUri googleMapsUri",
            text=_TEXT,
            originalText=_TEXT,
            authorAttribution=_member_tree("displayName uri photoUri"),
        ),
        accessibilityOptions=_member_tree(
            "wheelchairAccessibleEntrance wheelchairAccessibleParking "
            "wheelchairAccessibleRestroom wheelchairAccessibleSeating"
        ),
    ),
    **_absent_members(
        "addressComponents addressDescriptor adrFormatAddress allowsDogs businessStatus "
        "currentOpeningHours currentSecondaryOpeningHours editorialSummary evChargeOptions "
        "fuelOptions goodForChildren goodForGroups goodForWatchingSports googleMapsLinks "
        "googleMapsUri iconBackgroundColor iconMaskBaseUri liveMusic menuForChildren "
        "parkingOptions paymentOptions photos plusCode postalAddress priceRange "
        "primaryTypeDisplayName pureServiceAreaBusiness regularSecondaryOpeningHours "
        "servesCocktails servesCoffee servesDessert shortFormattedAddress subDestinations "
        "timeZone utcOffsetMinutes viewport"
    ),
}
"""A place of the new service."""

PLACES: Final[Tree] = {"places": PLACE, "nextPageToken": {}}
"""A search of the new service."""

_STEP = {
    **_member_tree(
        "distanceMeters staticDuration",
        polyline=_LINE,
        startLocation=_SPOT,
        endLocation=_SPOT,
        navigationInstruction=_member_tree("maneuver instructions"),
    ),
    **_absent_members("localizedValues travelAdvisory transitDetails travelMode"),
}
_LEG = {
    **_member_tree(
        "distanceMeters duration staticDuration",
        polyline=_LINE,
        startLocation=_SPOT,
        endLocation=_SPOT,
        steps=_STEP,
    ),
    **_absent_members("localizedValues stepsOverview travelAdvisory"),
}

ROUTES: Final[Tree] = {
    "routes": {
        **_member_tree(
            "duration staticDuration distanceMeters description warnings routeLabels source",
            legs=_LEG,
            polyline=_LINE,
            viewport=_member_tree("", low=_POINT, high=_POINT),
        ),
        **_absent_members(
            "localizedValues optimizedIntermediateWaypointIndex polylineDetails routeToken "
            "travelAdvisory"
        ),
    },
    **_absent_members("fallbackInfo geocodingResults"),
}
"""Routes of the new service; ``source`` is ours."""

ELEMENT: Final[Tree] = {
    **_member_tree(
        "originIndex destinationIndex condition distanceMeters duration staticDuration source "
        "warnings",
        status=_member_tree("code message details"),
    ),
    **_absent_members("fallbackInfo localizedValues travelAdvisory"),
}
"""An element of a matrix of the new service; ``source`` and ``warnings`` are ours."""

LEGACY_PLACE: Final = frozenset(
    "name place_id types geometry formatted_address vicinity rating user_ratings_total price_level "
    "opening_hours formatted_phone_number international_phone_number website reviews takeout "
    "delivery dine_in curbside_pickup reservable serves_beer serves_breakfast serves_brunch "
    "serves_dinner serves_lunch serves_vegetarian_food serves_wine wheelchair_accessible_entrance "
    # Google's other fields, which no map here has.
    "address_components adr_address business_status current_opening_hours editorial_summary icon "
    "icon_background_color icon_mask_base_uri permanently_closed photos plus_code reference "
    "secondary_opening_hours url utc_offset".split()
)
"""The fields of a place of the legacy services."""

LEGACY_ALIASES: Final = {
    "address_component": "address_components",
    "photo": "photos",
    "review": "reviews",
    "type": "types",
}
"""Alternative names of fields of the legacy services."""
