"""The picture of a position: all that a view holds, nothing that it does not, and fit to be shown anywhere."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

import grognard
from grognard.core import png
from grognard.core.colours import Coat, ColoursFile, settle
from grognard.core.draw.symbols import FORT, GLYPHS, WORDS, symbol_word
from grognard.core.game import Game
from grognard.core.play import Play
from grognard.core.svg import NoFont, picture, to_png
from grognard.hex.map import HexMap

SVG = "{http://www.w3.org/2000/svg}"
NORTH = ("3607", "4416")


def opening(pick: int = 0) -> Play:
    """A Victory Lost when all chits are chosen; `pick` says which of those on offer the Soviet player takes."""
    play = grognard.game("avl").new(seed=7)
    while True:
        player = play.deciders[0]
        ask = play.ask(player)
        assert ask is not None
        if "select_chit" in ask.answers:
            play.answer(player, "select_chit", ask.answers["select_chit"][pick if player == "soviet" else 0])
        elif "done" in ask.answers:
            play.answer(player, "done")
        else:
            return play


@pytest.fixture(scope="module")
def play() -> Play:
    return opening()


@pytest.fixture(scope="module")
def soviet(play: Play) -> dict[str, Any]:
    return play.view("soviet")


def values(svg: str, attribute: str) -> list[str]:
    return [element.attrib[attribute] for element in ET.fromstring(svg).iter() if attribute in element.attrib]


def texts(svg: str) -> set[str]:
    found = (element.text for element in ET.fromstring(svg).iter() if element.tag in (f"{SVG}text", f"{SVG}textPath"))
    return {text for text in found if text}


def pixels(svg: str, scale: float) -> tuple[bytes, int, int]:
    """The PNG with its size, whether or not this machine has fonts."""
    try:
        image = to_png(svg, scale)
    except NoFont as lacking:
        image = lacking.png
    width, height = struct.unpack(">II", image[16:24])
    return image, width, height


# ---- a small map with everything odd

LAND = HexMap.from_document(
    {
        "format": "hexmap/1",
        "id": "toy",
        "name": "Toy",
        "grid": {"cols": 6, "rows": 4, "orientation": "pointy", "shifted": "odd"},
        "terrain": {
            "legend": {".": "clear", "f": "forest", "r": "rough", "m": "mountain", "s": "swamp", "~": "sea",
                       "d": "desert", "u": "city", "x": "lava", "o": "off"},
            "grid": "ff.rmm\nfs.r.~\nss.d~~\nxxuddo",
        },
        "hexsides": {"major_river": "0201-0301", "river": "0102-0202", "impassable": "0401-0501", "cliff": "0303-0403"},
        "paths": [
            {"kind": "rail", "hexes": "0101 0201 0301"},
            {"kind": "road", "hexes": "0101 0201 0301"},
            {"kind": "trail", "hexes": "0103 0203"},
        ],
        "places": [
            {"hex": "0304", "name": "Fort <&>", "name_ja": "砦", "kind": "city", "victory_points": 3},
            {"hex": "0103", "name": "Mill", "kind": "mill"},
        ],
        "labels": [{"name": "Little Sea", "hexes": "0602 0503 0603"}],
    },
    "toy.toml",
)  # fmt: skip
COLOURS = settle(ColoursFile(coat=(Coat(id="guards", colour="#112233"),)), ["blue", "red"])
TOY = cast(
    Game,
    SimpleNamespace(
        id="toy",
        map=LAND,
        names={"en": "Toy & <War>"},
        name="Toy",
        colours=COLOURS,
        words=SimpleNamespace(word=lambda key, language: key),
    ),
)


def unit(id: str, where: str, **more: Any) -> dict[str, Any]:
    face = {"symbol": "tank", "nation": "ruritanian", "label": id.upper(), "size": "corps", "values": [4, 2, 8]}
    return {"id": id, "side": "blue", "where": where, "on_map": True, **face, **more}


def toy_view(*pieces: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = [{"id": "b", "side": "blue"}, {"id": "r", "side": "red"}]
    return {"pieces": list(pieces), "players": players, "waiting": ["b"], "viewer": "b", "ask": None, **more}


# ---- fit to be shown


@pytest.mark.parametrize("player", ["axis", "soviet", None])
def test_a_picture_is_xml_without_scripts_and_outside_references(play: Play, player: str | None) -> None:
    svg = picture(play.game, play.view(player))
    elements = list(ET.fromstring(svg).iter())
    assert not any(element.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}foreignObject") for element in elements)
    references = values(svg, "href") + re.findall(r"url\(([^)]*)\)", svg)
    assert all(reference.startswith("#") for reference in references)
    assert {reference[1:] for reference in references} <= set(values(svg, "id"))
    assert svg.count("http") == 1


def test_the_whole_map_stays_small(play: Play, soviet: dict[str, Any]) -> None:
    assert len(picture(play.game, soviet).encode()) < 1_500_000


def test_ids_are_unique_in_a_picture_and_differ_between_positions(play: Play, soviet: dict[str, Any]) -> None:
    own = values(picture(play.game, soviet, region=NORTH), "id")
    assert len(own) == len(set(own))
    other = values(picture(play.game, play.view("axis"), region=NORTH), "id")
    shared = set(own) & set(other)
    assert shared and not any("-w" in name for name in shared), "the land is shared, the names stand elsewhere"


def test_names_are_escaped() -> None:
    svg = picture(TOY, toy_view(unit("<b>", "0101", label='"&')), radius=30)
    assert {"FORT <&>", "Toy & <War>", '"&'} <= texts(svg)
    assert values(svg, "data-id") == ["<b>"]


def test_every_terrain_hexside_and_path_is_drawn_known_or_not() -> None:
    at_rest = picture(TOY, toy_view(), radius=30)
    fills = set(values(at_rest, "fill"))
    assert {"#D3D9B4", "#E3D2AC", "#D9C29B", "#D5DED2", "#CBDAD9", "#F0DCAE", "#E9E0C8"} <= fills
    assert {"#2F6583", "#3F7696", "#B8442E", "#8A4B2A"} <= set(values(at_rest, "stroke"))
    assert "0604" not in texts(at_rest), "a hex that is off the map has no number"


# ---- the pieces of the view and no others


@pytest.mark.parametrize("player", ["axis", "soviet", None])
def test_every_piece_on_the_map_is_drawn_once(play: Play, player: str | None) -> None:
    view = play.view(player)
    drawn = Counter(values(picture(play.game, view), "data-id"))
    assert drawn == Counter(piece["id"] for piece in view["pieces"] if piece["on_map"])


def test_the_picture_shows_the_view_and_not_the_state(play: Play, soviet: dict[str, Any]) -> None:
    fewer = {**soviet, "pieces": [piece for piece in soviet["pieces"] if piece["id"] != "hq-1gda"]}
    assert "hq-1gda" not in picture(play.game, fewer)


def test_chits_of_the_opponent_do_not_show(play: Play) -> None:
    secret = play.view("soviet")["pools"]["soviet"]
    seen = play.view("axis")
    printed = {piece["label"] for piece in seen["pieces"] if piece["on_map"]}
    hidden = {*secret["cup"], *secret["inactive"]} - printed
    svg = picture(play.game, seen)
    assert hidden and not any(name in svg for name in hidden)


def test_other_secret_choices_give_the_same_picture() -> None:
    one, other = opening(pick=0), opening(pick=-1)
    assert one.view("soviet")["pools"] != other.view("soviet")["pools"]
    assert picture(one.game, one.view("axis")) == picture(other.game, other.view("axis"))


def test_a_piece_whose_face_is_hidden_shows_a_blank_back() -> None:
    hidden = {"id": "x", "side": "red", "where": "0101", "on_map": True}
    svg = picture(TOY, toy_view(hidden, unit("a", "0202")), radius=30)
    root = ET.fromstring(svg)
    (back,) = [element for element in root.iter() if element.get("data-id") == "x"]
    assert [element.tag for element in back.iter(f"{SVG}text")] == []


def test_a_stack_of_five_shows_three_counters_and_a_count() -> None:
    svg = picture(TOY, toy_view(*(unit(f"u{n}", "0202", values=[n, n]) for n in range(5))), radius=30)
    assert sorted(values(svg, "data-id")) == ["u0", "u1", "u2", "u3", "u4"]
    assert {"4–4", "3–3", "2–2", "5"} <= texts(svg) and "1–1" not in texts(svg)


def test_a_counter_tells_its_size_its_losses_and_its_plight() -> None:
    whole = picture(TOY, toy_view(unit("a", "0202", steps=2, full_steps=2)), radius=30)
    hurt = picture(TOY, toy_view(unit("a", "0202", steps=1, full_steps=2, flags=["unsupplied", "moved"])), radius=30)
    assert {"A", "xxx", "4–2–8"} <= texts(whole) & texts(hurt)
    assert "!!" in texts(hurt) - texts(whole)
    reduced = "M4 65h15v4h-15zM81 65h15v4h-15z"
    assert reduced in values(hurt, "d") and reduced not in values(whole, "d")


# ---- the decision


def test_units_that_may_be_named_are_ringed(play: Play, soviet: dict[str, Any]) -> None:
    offered = soviet["ask"]["answers"]["activate"]
    assert sorted(values(picture(play.game, soviet), "data-target")) == sorted(offered)
    assert values(picture(play.game, play.view("axis")), "data-target") == []


def test_hexes_that_may_be_named_and_the_unit_in_question_are_marked() -> None:
    ask = {"answers": {"move": ["0202", "0302"], "stop": [None]}, "kinds": {"move": "hex", "stop": "nothing"}}
    pieces = [unit("a", "0201"), unit("b", "0201"), unit("e", "0302", side="red")]
    svg = picture(TOY, toy_view(*pieces, ask={**ask, "focus": {"unit": "a"}}), radius=30)
    assert values(svg, "data-targets") == ["0202 0302"]
    assert values(svg, "data-focus") == ["a"]
    drawn = values(svg, "data-id")
    assert drawn.index("a") > drawn.index("b"), "the unit in question lies on top of its stack"
    assert {"#6AB6E8", "#C8401A"} <= set(values(svg, "fill"))


def test_markers_show_control_and_attacks() -> None:
    markers = [{"kind": "control", "hex": "0304", "side": "blue"}, {"kind": "attacked", "hex": "0202"}]
    svg = picture(TOY, toy_view(unit("a", "0101"), markers=markers), radius=30)
    assert values(svg, "data-marker") == ["control"]
    assert any(name.endswith("hatch") for name in values(svg, "id"))


def test_the_strip_tells_game_turn_score_and_who_decides(play: Play, soviet: dict[str, Any]) -> None:
    shown = texts(picture(play.game, soviet))
    assert {"A Victory Lost", "Axis 25", "Soviet 0", "Soviet to decide"} <= shown
    assert any(text.startswith("Turn 1 of 9") for text in shown)


def test_the_strip_tells_who_won() -> None:
    over = toy_view(unit("a", "0101"), result={"winners": ["b"], "level": "", "points": {}}, waiting=[])
    assert "Blue won" in texts(picture(TOY, over, radius=60))


# ---- parts and languages


def test_a_region_shows_its_own_hexes_only(play: Play, soviet: dict[str, Any]) -> None:
    svg, whole = picture(play.game, soviet, region=NORTH), picture(play.game, soviet)
    inside = [
        piece["id"]
        for piece in soviet["pieces"]
        if piece["on_map"] and 36 <= int(piece["where"][:2]) <= 44 and 7 <= int(piece["where"][2:]) <= 16
    ]
    assert inside and sorted(values(svg, "data-id")) == sorted(inside)
    assert {"3607", "4416"} <= texts(svg) and not {"3507", "4417"} & texts(svg)
    assert float(ET.fromstring(svg).attrib["width"]) < float(ET.fromstring(whole).attrib["width"])


def test_a_region_the_wrong_way_round_is_refused(play: Play, soviet: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="upper left"):
        picture(play.game, soviet, region=("4416", "3607"))


def test_hex_numbers_appear_where_they_can_be_read(play: Play, soviet: dict[str, Any]) -> None:
    assert "4010" in texts(picture(play.game, soviet, region=NORTH, radius=20))
    assert "4010" not in texts(picture(play.game, soviet, region=NORTH, radius=19))


def test_japanese_names_and_headlines(play: Play, soviet: dict[str, Any]) -> None:
    shown = texts(picture(play.game, soviet, language="ja"))
    assert {"ハリコフ", "ドン川", "アゾフ海", "ソ連軍の決定"} <= shown
    assert any(text.startswith("第1ターン") for text in shown)
    assert not {"KHARKOV", "Don"} & shown


# ---- pixels


def test_a_png_has_the_size_of_the_picture_and_is_not_blank(play: Play, soviet: dict[str, Any]) -> None:
    svg = picture(play.game, soviet, region=NORTH)
    root = ET.fromstring(svg)
    image, width, height = pixels(svg, 2.0)
    assert image.startswith(b"\x89PNG")
    assert (width, height) == (2 * int(root.attrib["width"]), 2 * int(root.attrib["height"]))
    blank, *_ = pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width // 2}" height="{height // 2}"/>', 2.0)
    assert len(image) > 20 * len(blank)


def test_a_machine_without_fonts_is_told_so_and_gets_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "_shows", lambda *_: False)
    with pytest.raises(NoFont, match="no font here shows Latin letters") as lacking:
        to_png(picture(TOY, toy_view(unit("a", "0101"))))
    assert lacking.value.png.startswith(b"\x89PNG")


# ---- counters of other games


def test_a_quality_stands_between_strength_and_movement() -> None:
    pieces = [unit("a", "0101", values=["3*", "B", 8]), unit("b", "0303", values=["+1", 8])]
    svg = picture(TOY, toy_view(*pieces), radius=40)
    assert {"3*", "B", "8", "+1·8"} <= texts(svg)


def test_a_fort_has_pips_for_its_levels_and_no_strength() -> None:
    fort = unit("fort", "0101", symbol="fort", size="marker", values=[3], steps=3, full_steps=5)
    svg = picture(TOY, toy_view(fort), radius=40)
    pips = [element for element in ET.fromstring(svg).iter(f"{SVG}rect") if element.get("height") == "17"]
    assert [pip.get("fill") for pip in pips] == ["#F6BE2E"] * 3 + ["none"] * 2
    assert "marker" not in texts(svg)


def grounds(svg: str) -> list[str]:
    """The colours of the counters that are drawn."""
    found = (re.search(r"n-([0-9A-F]{6})$", name) for name in values(svg, "href"))
    return [f"#{one[1]}" for one in found if one]


def test_a_box_is_tinted_and_a_nation_without_a_coat_wears_its_side() -> None:
    svg = picture(TOY, toy_view(unit("a", "0101", box="yellow", nation="estonian", side="red")), radius=40)
    assert "#F6E49B" in values(svg, "fill") and grounds(svg) == [COLOURS.side("red").printed.colour]


@pytest.mark.parametrize("worn", [{"nation": "guards"}, {"coat": "guards"}])
def test_a_coat_goes_before_the_side(worn: dict[str, str]) -> None:
    assert grounds(picture(TOY, toy_view(unit("a", "0101", **worn)), radius=40)) == ["#112233"]


def test_sides_that_declare_nothing_differ_on_counters_flags_and_in_the_head() -> None:
    north_south = cast(Game, SimpleNamespace(**vars(TOY) | {"colours": settle(ColoursFile(), ["north", "south"])}))
    pieces = [unit("a", "0101", side="north", nation="north"), unit("b", "0303", side="south", nation="south")]
    flags = [{"kind": "control", "hex": hex, "side": side} for hex, side in (("0102", "north"), ("0301", "south"))]
    players = [{"id": one, "side": one} for one in ("north", "south")]
    shown = toy_view(*pieces, markers=flags, players=players, waiting=["north"], score={"north": 1, "south": 2})
    svg = picture(north_south, shown, radius=40)
    assert len(set(grounds(svg))) == 2
    assert all(Counter(values(svg, "fill"))[colour] >= 3 for colour in grounds(svg))  # counter, flag and square


@pytest.mark.parametrize(
    ("more", "sign"),
    [
        ({"flags": ["isolated"]}, "!"),
        ({"flags": ["out_of_supply"]}, "!"),
        ({"flags": ["unsupplied", "isolated"]}, "!!"),
        ({"flags": ["isolated"], "alarm": 2}, "!!"),
    ],
)
def test_the_right_shoulder_tells_how_bad_supply_is(more: dict[str, Any], sign: str) -> None:
    found = texts(picture(TOY, toy_view(unit("a", "0101", **more)), radius=40))
    assert found & {"!", "!!"} == {sign}


def test_every_type_of_unit_of_the_other_games_has_a_symbol() -> None:
    words = [
        "anti-tank", "assault-gun", "cadre", "engineer", "fort", "flamethrower-tank", "hq", "infantry", "jaeger",
        "mechanised", "motorcycle", "mountain", "motorised-infantry", "mrl", "paratroop", "recon", "security", "ski",
        "tank", "anti_aircraft", "anti_tank", "armored_infantry", "assault_gun", "direct_fire_artillery",
        "headquarters", "ranged_artillery", "reconnaissance", "supply",
    ]  # fmt: skip
    drawn = GLYPHS.keys() | WORDS.keys() | {FORT}
    assert [word for word in words if symbol_word({"symbol": word}) not in drawn] == []


def test_a_place_is_named_as_the_map_writes_it() -> None:
    play = grognard.game("vl").new(seed=1)
    for language, wanted in (("en", "VELIKIYE LUKI"), ("ja", "ヴェリキエ・ルーキ")):
        written = texts(picture(play.game, play.view(None), language=language)) - set(play.game.names.values())
        assert [one for one in written if "VELIKIYE" in one or "ヴェリキエ" in one] == [wanted]
