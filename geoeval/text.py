"""Normalised names: without differences in markup, case, accents, script and abbreviations."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from unicodedata import normalize

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]+\d*);")
_INVISIBLE_MARKS = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_LETTERS = str.maketrans(
    {chr(code): chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
    | {"'": "", "`": "", "&": " and "}
)
_BRACKETS = re.compile(r"[(\[（][^()\[\]（）]*[)\]）]")
_TAIL = re.compile(r"\s*(?:,|،|\||;|\s[-–—~]\s|->).*$", re.DOTALL)
_VOWELS = re.compile(r"[aeiouyhw ]|(?<=(.))\1")
FOREIGN_KINDS = {
    word: english
    for english, words in {
        "abbey": "abadia abbaye abbazia abtei",
        "airport": "aeropuerto aeroporto aeroport flughafen lotnisko",
        "aquarium": "acuario aquario acquario oceanarium",
        "bakery": "boulangerie panaderia panetteria bakkerij backerei piekarnia",
        "basilica": "basilique basilika",
        "beach": "playa praia plage spiaggia",
        "botanical": "botanico botanique botanischer",
        "brewery": "brauerei pivovar birrificio browar",
        "bridge": "puente ponte pont brucke brug",
        "castle": "castillo castello castelo chateau schloss burg kasteel zamek hrad",
        "cathedral": "catedral cattedrale cathedrale kathedrale duomo",
        "church": "iglesia igreja eglise chiesa kirche kerk kosciol kostel",
        "cinema": "kino cine",
        "farm": "ferme granja fattoria bauernhof",
        "fountain": "fuente fontana fontaine brunnen",
        "gallery": "galerie galeria galleria",
        "garden": "jardin jardim giardino garten ogrod",
        "hospital": "ospedale hopital krankenhaus ziekenhuis",
        "lake": "lago lac jezioro",
        "library": "biblioteca bibliotheque bibliothek bibliotheek knihovna",
        "lighthouse": "faro farol phare leuchtturm vuurtoren",
        "market": "mercado mercato marche markt",
        "mill": "molino mulino moulin molen muhle mlyn",
        "museum": "musee museo museu muzeum",
        "palace": "palais palacio palazzo",
        "park": "parque parc parco",
        "pharmacy": "farmacia pharmacie apotheke apteka lekarna",
        "pool": "piscine piscina schwimmbad",
        "school": "escuela escola ecole scuola schule",
        "sq": "plaza piazza praca platz plein rynek namesti torg",
        "stn": "estacion estacao stazione gare bahnhof hauptbahnhof dworzec nadrazi",
        "theater": "teatro teatr",
        "tower": "torre turm toren",
        "univ": "universidad universidade universite universita universitat uniwersytet",
    }.items()
    for word in words.split()
}
"""English words for kinds of places, by the foreign words that occur in names."""
_CANONICAL_WORDS = {
    "saint": "st",
    "street": "st",
    "sankt": "st",
    "sainte": "st",
    "road": "rd",
    "avenue": "ave",
    "av": "ave",
    "boulevard": "blvd",
    "drive": "dr",
    "doctor": "dr",
    "lane": "ln",
    "square": "sq",
    "highway": "hwy",
    "expressway": "expy",
    "expwy": "expy",
    "parkway": "pkwy",
    "mount": "mt",
    "centre": "center",
    "theatre": "theater",
    "harbour": "harbor",
    "hbr": "harbor",
    "international": "intl",
    "university": "univ",
    "building": "bldg",
    "station": "stn",
    "brg": "bridge",
    "limited": "ltd",
    "colour": "color",
    "jewellery": "jewelry",
    "number": "no",
    "strasse": "str",
    "gardens": "garden",
    "fort": "castle",
    "fortress": "castle",
    "botanic": "botanical",
    **FOREIGN_KINDS,
    "apartments": "apartment",
}
_CHANGED_WORDS = frozenset({"the", *_CANONICAL_WORDS})


def word_set(words: str) -> frozenset[str]:
    """Return the space-separated words of a text as a set."""
    return frozenset(words.split())


KIND_WORDS = word_set(
    "hotel hostel restaurant cafe museum hospital clinic univ college school library park garden "
    "pharmacy market mall shop store bar pub temple mosque church cathedral cinema theater stn "
    "airport bank tower house palace castle bridge zoo parking bakery grill kitchen gallery"
)
GLUE_WORDS = word_set(
    "a an and of in at on for de la le les el los del du des di da dei della delle do dos y et und "
    "der die das"
)
WEAK_WORDS = (
    KIND_WORDS
    | GLUE_WORDS
    | word_set("center branch ltd inc co plc llc pvt company intl city town hall")
)


def plain_text(text: str) -> str:
    """Return text with tags and direction marks removed, entities decoded and spaces collapsed."""
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if not text.isascii():
        text = _INVISIBLE_MARKS.sub("", text)
    return " ".join(text.split())


@lru_cache(maxsize=32768)
def normalise_name(name: str) -> str:
    """Return a name in lower-case Latin letters and digits, with one space between words."""
    text = plain_text(name) if "<" in name or "&" in name else name
    if not text.isascii():
        from anyascii import anyascii

        text = anyascii(normalize("NFC", plain_text(text)))
    return " ".join(text.translate(_LETTERS).split()) or name.strip().casefold()


@lru_cache(maxsize=32768)
def key_words(name: str) -> tuple[str, ...]:
    """Return the words of a name in canonical spelling, without "the"."""
    words = normalise_name(name).split(" ")
    if _CHANGED_WORDS.isdisjoint(words):
        return tuple(words)
    return tuple(_CANONICAL_WORDS.get(word, word) for word in words if word != "the") or tuple(
        words
    )


@lru_cache(maxsize=32768)
def short_name(name: str) -> str:
    """Return a name without parts in brackets or after a comma, semicolon, bar or dash."""
    text = plain_text(name)
    bare = _TAIL.sub("", _BRACKETS.sub(" ", text)).strip()
    return bare or text


@lru_cache(maxsize=32768)
def consonants(normal: str) -> str:
    """Return the consonants of a normalised name, which survive transliteration, undoubled."""
    return _VOWELS.sub("", normal)


def words_with_digits(words: tuple[str, ...]) -> frozenset[str]:
    """Return the words that contain a digit."""
    return frozenset(filter(has_digit, words))


def has_digit(word: str) -> bool:
    """Return whether a word contains a digit."""
    return not word.isalpha() and any(map(str.isdigit, word))


def pluralise(noun: str) -> str:
    """Return the plural of a noun, or of the head of a phrase with "of", "onto" or "to"."""
    head, of, rest = next(
        (noun.partition(word) for word in (" of ", " onto ", " to ") if word in noun),
        (noun, "", ""),
    )
    if head.endswith(("s", "x", "ch", "sh")):
        head += "es"
    elif head.endswith("y") and head[-2:-1] not in set("aeiou"):
        head = f"{head[:-1]}ies"
    else:
        head += "s"
    return head + of + rest


def a_or_an(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
