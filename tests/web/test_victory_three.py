"""Three browsers at a two front war: allies see faces, the enemy sees backs, and each moves in his turn."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player
from tests.web.victory import backs_tell_nothing, faces, fetched, invite, named

NAMES = {"red": "Vera", "blue-north": "Anders", "blue-south": "Sanne"}


def test_three_browsers_at_a_two_front_war(inn: House, arriving: Arriving, screens: Path) -> None:
    players = {one: arriving(inn.url) for one in NAMES}
    guests = {one: player for one, player in players.items() if one != "red"}
    table = invite(players["red"], guests, "Two Front War, three players", "red", NAMES)
    for player in players.values():
        for name in NAMES.values():
            expect(player.page.get_by_role("list", name="Seats")).to_contain_text(name)

    _deploy(players, screens)
    order = _move(players, screens)
    assert sorted(order) == sorted(NAMES)

    red, north, south = players.values()
    # on every block of theirs, back or face, and in the line of seats: whose of the two Blues it is
    for player in players.values():
        for army, letter in (("blue-north", "N"), ("blue-south", "S")):
            seat = player.page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=NAMES[army])
            expect(seat.locator(".block")).to_have_text(letter)
            mine = [one["id"] for one in player.view["pieces"].values() if one.get("army") == army and one["on_map"]]
            shown = [player.page.locator(f'.stage [data-unit="{one}"]').first for one in mine]
            drawn = [one for one in shown if one.count()]
            assert drawn and all(one.locator("[data-tag]").get_attribute("data-tag") == letter for one in drawn)
    expect(red.page.get_by_role("listitem").filter(has_text=NAMES["red"]).locator(".block")).to_have_count(0)
    # allies lie open to each other, and only the enemy shows backs
    for player, ally in ((north, "blue-south"), (south, "blue-north")):
        assert {"blue", "red"} == {one["side"] for one in player.view["pieces"].values()}
        open_ = [one for one in player.view["pieces"].values() if one["army"] == ally]
        assert len(open_) == 10 and all(one["kind"] and one["steps"] for one in open_)
        assert named(player.frames, "blue") and faces(player.frames, ally)
        assert not named([*player.frames, *fetched(player, table, player.view["viewer"])], "red")
        _only_backs(player, "red")
    assert named(red.frames, "red") and not named([*red.frames, *fetched(red, table, "red")], "blue")
    _only_backs(red, "blue-north", "blue-south")
    assert {one["army"] for one in red.view["pieces"].values() if one.get("hidden")} == {"blue-north", "blue-south"}
    assert not any(player.errors for player in players.values())


def _only_backs(player: Player, *armies: str) -> None:
    """Nothing of the enemy has lain face up, not even submarines in port (8.opt.2)."""
    assert backs_tell_nothing(player.frames)
    for army in armies:
        assert faces(player.frames, army) == []


def _deploy(players: dict[str, Player], screens: Path) -> None:
    """All at once: each as suggested, and nobody waits for another."""
    red = players["red"]
    red.give("muster")
    for player in players.values():
        player.until(lambda player=player: player.asked == "deploy", "the deployment")  # type: ignore[misc]
    for id_, player in players.items():
        hand = [one for one in player.view["pieces"].values() if not one["on_map"] and one["army"] == id_]
        assert len(hand) == (20 if id_ == "red" else 10)
        player.give("deploy_rest")
        assert all(one["on_map"] for one in player.view["pieces"].values() if one["army"] == id_)
        player.page.screenshot(path=screens / f"victory-deployed-{id_}.png")
        assert not backs_tell_nothing(red.frames), "what the others deploy is not even known to be there"
        player.give("done")
    red.until(lambda: red.view["phase"] == "move", "the first move")
    assert len([one for one in red.view["pieces"].values() if one["side"] == "blue"]) == 20


def _move(players: dict[str, Player], screens: Path) -> list[str]:
    """One block each, in the order of the initiative; the others read who is being waited for."""
    order: list[str] = []
    anyone = players["red"]
    for _ in players:
        anyone.until(
            lambda: anyone.view["waiting"] and anyone.view["waiting"][0] not in order, "the next one's turn to move"
        )
        mover = anyone.view["waiting"][0]
        order.append(mover)
        player = players[mover]
        player.until(lambda player=player: player.asked == "move_units", "his move")  # type: ignore[misc]
        for id_, other in players.items():
            if id_ != mover:
                expect(other.decision).to_contain_text(f"{NAMES[mover]} is thinking")
        unit, goal = _a_move(player)
        for id_, other in players.items():
            other.until(lambda other=other, goal=goal: other.stack(goal), f"a block in {goal}")  # type: ignore[misc]
            told = other.view["pieces"].get(unit)
            assert (told is None) == ((id_ == "red") != (mover == "red"))
            assert told is None or told["where"] == goal
        player.page.screenshot(path=screens / f"victory-moved-{mover}.png")
        player.give("end_move")
    return order


def _a_move(player: Player) -> tuple[str, str]:
    """Move a block that stands alone to a hex where nobody is."""
    alone = [one for one in player.answers["unit"] if len(player.stack(player.where(one))) == 1]
    for unit in alone or player.answers["unit"]:
        player.give("unit", unit)
        goals = [one for one in player.answers.get("move", ()) if not player.stack(one)]
        if goals:
            player.give("move", goals[0])
            if player.asked == "move_unit":
                player.give("stop")
            return unit, goals[0]
        player.give("stop")
    raise AssertionError("no block can move to an empty hex")
