"""The edges of the 26 verbs: what happens with too little, with nothing, and at the wrong time.

The cards are made up, so that each does one thing; what real cards do is shown in the cases.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from kamiza.core.content import ContentError
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import all_verbs
from tests.games.battles.lab import Lab, act, react, step


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lab:
    return Lab(tmp_path, monkeypatch)


def test_every_verb_has_a_test() -> None:
    for verb in all_verbs():
        assert any(name.startswith(f"test_{verb}") for name in globals()), verb


def test_attack_without_a_target_is_left_out(lab: Lab) -> None:
    """The second Attack finds no temple; what follows is done. [KB-FLOW-37] [KB-FLOW-69]"""
    lab.cards(
        a=act(
            step("attack", n=9, target="opp_temple", hit=[step("faith", n=5)]),
            step("attack", n=1, target="opp_temple"),
            step("faith", n=1),
        )
    )
    state = lab.table(players={"A": {"hand": ["a"]}, "B": {"temple_energy": 4}})
    lab.do(state, "play a", "use 1")
    lab.settle(state)
    assert (state.players[1].temple_energy, state.players[1].energy) == (0, 15)
    assert state.faith == 1  # no god was damaged, so no `hit`


def test_defend_belongs_to_its_target(lab: Lab) -> None:
    """Defense of nothing adds nothing, and a redirect leaves all of it behind. [KB-FLOW-34]"""
    lab.cards(a=react("attacked", step("defend", n=3), step("defend", n="moved")))
    players = {"A": {"hand": ["shoggoth"]}, "B": {"hand": ["a", "gigi_lamore"]}, "C": {}}
    state = lab.table(3, players=players)
    lab.do(state, "play shoggoth", "use 1", "target god:B", "react a 1")
    lab.do(state, "react gigi_lamore 2", "target god:C")
    lab.settle(state)
    assert [player.energy for player in state.players] == [15, 15, 12]


def test_protect_is_for_others_only(lab: Lab) -> None:
    """Neither the target nor the attacking player. [KB-ATK-15] [KB-RUL-11]"""
    lab.cards(a=react("other_attacked", step("protect", n=9)))
    hand = ["a", "shoggoth"]
    players = {"A": {"hand": hand}, "B": {"hand": hand}, "C": {"hand": hand}}
    state = lab.table(3, players=players)
    lab.do(state, "play shoggoth", "use 1", "target god:B")
    asked = []
    while lab.game.question(state) == "REACT":
        asked.append((state.asked, "react a 1" in lab.moves(state)))
        lab.game.act(state, state.asked, "pass")
    assert asked == [(1, False), (2, True)]


def test_redirect_needs_somewhere_to_go(lab: Lab) -> None:
    """A temple that is destroyed is no target. [KB-RUL-32]"""
    lab.cards(a=react("god_attacked", step("redirect", to="my_temple")))
    for energy, asked in ((5, 1), (0, 0)):
        players = {"A": {"hand": ["shoggoth"]}, "B": {"hand": ["a"], "temple_energy": energy}}
        state = lab.table(players=players)
        lab.do(state, "play shoggoth", "use 1")
        if energy:
            lab.do(state, "target god:B")
        assert state.asked == asked


def test_boost_for_the_next_attack_is_used_up_by_a_cancelled_one(lab: Lab) -> None:
    """Boosts add up; those of the turn stay. [KB-RUL-54]"""
    lab.cards(
        a=act(step("boost", n=3, scope="next"), step("boost", n=1, scope="turn")),
        b=act(step("recolor", to="all")),
    )
    players = {"A": {"hand": ["a", "jack_dalton", "shoggoth"]}, "B": {"hand": ["yata_no_kagami"]}}
    state = lab.table(players=players)
    lab.do(state, "play a", "use 1", "play jack_dalton", "use 1", "target god:B")
    lab.do(state, "react yata_no_kagami 2", "play shoggoth", "use 1", "target god:B")
    lab.settle(state)
    assert state.players[1].energy == 15 - 3 - 1


def test_cancel_of_a_cancel(lab: Lab) -> None:
    """What was cancelled by a cancelled React happens after all. [KB-FLOW-20] [KB-FLOW-28]"""
    lab.cards(a=act(step("faith", n=2)))
    players = {"A": {"hand": ["a", "yuki_onna"]}, "B": {"hand": ["yata_no_kagami"]}}
    state = lab.table(players=players)
    lab.do(state, "play a", "use 1", "react yata_no_kagami 2", "react yuki_onna 2")
    lab.settle(state)
    assert state.faith == 2
    assert lab.names(state.players[1].area) == ["yata_no_kagami"]


def test_energy_for_a_temple_that_is_not_there(lab: Lab) -> None:
    """Nothing, unless the effect raises it; one that never was cannot be raised. [KB-RUL-33]"""
    lab.cards(
        a=act(step("energy", n=2, at="my_temple"), step("faith", n=1)),
        b=act(step("energy", n=2, at="my_temple", revive=True), step("faith", n=1)),
    )
    for card, temple, energy, after in (
        ("a", "leng", 0, 0), ("b", "leng", 0, 2), ("b", "leng", 1, 3), ("b", None, 0, 0),
    ):  # fmt: skip
        mine = {"hand": [card], "temple": temple, "temple_energy": energy}
        state = lab.table(players={"A": mine})
        lab.do(state, f"play {card}", "use 1")
        assert (state.players[0].temple_energy, state.faith) == (after, 1)


def test_energy_of_nothing_asks_nothing(lab: Lab) -> None:
    """God or temple is no question when nothing is put there. [KB-FLOW-69]"""
    lab.cards(a=act(step("discard", n="any"), step("energy", n="moved", at="mine")))
    state = lab.table(players={"A": {"hand": ["a", "cultist"]}})
    lab.do(state, "play a", "use 1", "done")
    assert lab.game.question(state) == "PLAY"


@pytest.mark.parametrize("verb", [step("energy", n=0, at="my_god"), step("faith", n=0)])
def test_energy_or_faith_of_nothing_is_no_use(lab: Lab, verb: str) -> None:
    """An Act that could do nothing cannot be used. [KB-FLOW-13]"""
    lab.cards(a=act(verb), b=act(verb.replace("0", "1")))
    for card, uses in (("a", False), ("b", True)):
        state = lab.table(players={"A": {"hand": [card, "cultist"]}})
        lab.do(state, f"play {card}")
        assert ("use 1" in lab.moves(state)) == uses


@pytest.mark.parametrize("verb", ["energy", "drain"])
@pytest.mark.parametrize("at", ["any_god", "opp_god", "opp_temple", "opp"])
def test_energy_of_nothing_asks_for_no_target(lab: Lab, verb: str, at: str) -> None:
    """Nor is it asked whose. [KB-FLOW-69]"""
    steps = (step("discard", n="any"), step(verb, n="moved", at=at))
    lab.cards(a=act(*steps))
    for cards, question in (("done", "PLAY"), ("card cultist@hand", "TARGET")):
        state = lab.table(3, players={"A": {"hand": ["a", "cultist"]}})
        lab.do(state, "play a", "use 1", cards)
        assert lab.game.question(state) == question


@pytest.mark.parametrize(("attacker", "owner"), ["AB", "BA"])
def test_attack_on_a_temple_that_falls_meanwhile(lab: Lab, attacker: str, owner: str) -> None:
    """The Attack is over: nobody is asked any more, nothing is reckoned. [KB-FLOW-35]"""
    lab.cards(
        a=act(step("attack", n=3, target="opp_temple")),
        b=react("attacked", step("drain", n=9, at="my_temple")),
    )
    hands = {attacker: {"hand": ["a"]}, owner: {"hand": ["b", "elder_things"]}}
    state = lab.table(active=attacker, players=hands)
    state.log = []
    lab.do(state, "play a", "use 1")
    if lab.game.question(state) == "TARGET":
        lab.do(state, f"target temple:{owner}")
    assert "react elder_things 2" in lab.moves(state)
    lab.do(state, "react b 1")
    assert state.players["AB".index(owner)].temple_energy == 0
    assert (lab.game.question(state), state.asked) == ("PLAY", "AB".index(attacker))
    assert "attack_resolved" not in [event.name for event in state.log]


def test_look_offers_equal_cards_once(lab: Lab) -> None:
    """Two Cultists are one answer, on top and at the bottom. [KB-FLOW-11]"""
    lab.cards(a=act(step("look", n=3, at="my_deck", then="sift")))
    state = lab.table(players={"A": {"hand": ["a"], "deck": ["cultist", "ghoul", "cultist"]}})
    lab.do(state, "play a", "use 1")
    names = [move.split()[1] for move in lab.moves(state) if move.startswith("top")]
    assert sorted(names) == ["cultist", "ghoul"]
    assert len(lab.moves(state)) == 4


def test_drain_takes_what_there_is(lab: Lab) -> None:
    """Only what was lost counts; the own god can fall by it. [KB-RUL-19] [KB-ENER-01]"""
    lab.cards(
        a=act(step("drain", n=9, at="opp_temple"), step("faith", n="lost")),
        b=act(step("drain", n=9, at="my_god")),
    )
    state = lab.table(players={"A": {"hand": ["a"]}, "B": {"temple_energy": 2}})
    lab.do(state, "play a", "use 1")
    assert state.faith == 2
    state = lab.table(players={"A": {"hand": ["b"], "energy": 3}})
    lab.do(state, "play b", "use 1")
    assert lab.game.ranks(state) == [2, 1]


def test_faith_on_the_turn_of_another_is_lost(lab: Lab) -> None:
    """[KB-RUL-20]"""
    lab.cards(a=react("attacked", step("faith", n=3)))
    state = lab.table(players={"A": {"hand": ["shoggoth"]}, "B": {"hand": ["a"]}})
    lab.do(state, "play shoggoth", "use 1", "target god:B", "react a 1")
    assert state.faith == 0


def test_discount_adds_up_and_ends_at_nothing(lab: Lab) -> None:
    """[KB-RUL-23]"""
    lab.cards(
        a=act(
            step("discount", n=2, card="warrior_artifact"), step("discount", n=2, card="artifact")
        )
    )
    hall = {"warriors": ["ghoul"], "artifacts": ["elder_sign"]}
    state = lab.table(players={"A": {"hand": ["a"]}}, hall=hall, faith=1)
    lab.do(state, "play a", "use 1", "end")
    offered = lab.moves(state)
    assert "recruit ghoul" in offered  # 3 - 2
    assert "recruit elder_sign" in offered  # 3 - 4 is 0
    assert "recruit cultist" not in offered
    lab.do(state, "recruit elder_sign")
    assert state.faith == 1


def test_draw_stops_when_nothing_is_left(lab: Lab) -> None:
    """Deck, then the reshuffled discard pile, then nothing. [KB-DECK-03] [KB-DECK-04]"""
    lab.cards(a=act(step("draw", n=9)))
    mine = {"hand": ["a"], "deck": ["cultist"], "discard": ["ghoul", "mi_go"]}
    state = lab.table(players={"A": mine})
    lab.do(state, "play a", "use 1")
    assert lab.names(state.players[0].hand) == ["cultist", "ghoul", "mi_go"]
    assert lab.names(state.players[0].area) == ["a"]


def test_look_at_a_short_deck(lab: Lab) -> None:
    """An own deck is refilled below, the Warrior Deck gives what it has. [KB-RUL-27]"""
    lab.cards(a=act(step("look", n=3, at="any_deck", then="reorder")))
    mine = {"hand": ["a", "a"], "deck": ["cultist"], "discard": ["ghoul"]}
    state = lab.table(players={"A": mine})
    lab.do(state, "play a", "use 1", "target deck:A", "top ghoul")
    assert lab.names(state.players[0].deck.top) == ["ghoul", "cultist"]
    assert state.players[0].discard == b""
    nobody = {"hand": [], "deck": [], "discard": []}
    state = lab.table(players={"A": nobody | {"hand": ["a"]}, "B": nobody})
    lab.do(state, "play a", "use 1")
    assert "target deck:A" not in lab.moves(state)
    assert "target deck:B" not in lab.moves(state)


def test_fetch_too_few(lab: Lab) -> None:
    """All that fit; on the deck the last one named lies on top. [KB-EXH-03]"""
    lab.cards(a=act(step("fetch", n=3, card="warrior", to="deck_top"), step("faith", n="moved")))
    mine = {"hand": ["a"], "deck": [], "discard": ["ghoul", "cultist", "mi_go"]}
    state = lab.table(players={"A": mine})
    lab.do(state, "play a", "use 1", "card mi_go@discard")
    assert lab.names(state.players[0].deck.top) == ["ghoul", "mi_go"]
    assert lab.names(state.players[0].discard) == ["cultist"]
    assert state.faith == 2


def test_stow_leaves_no_false_claim(lab: Lab) -> None:
    """Shown cards that may have been the one laid aside are not known to be in the hand any more,
    others are; the player alone knows what is on the deck. [KB-HID-19]"""
    lab.cards(
        shown=act(step("fetch", n=3, card="any", to="hand"), step("recolor", to="all")),
        a=act(step("stow", n=1, card="warrior")),
    )
    mine = {"hand": ["shown", "a", "mi_go"], "discard": ["ghoul", "cultist"], "deck": []}
    state = lab.table(players={"A": mine})
    lab.do(state, "play shown", "use 1", "card ghoul@discard")
    assert claimed(lab, state) == ["cultist", "ghoul"]
    lab.do(state, "play a", "use 1")
    assert lab.moves(state) == ["card ghoul@hand", "card mi_go@hand"]
    state.log = []
    lab.do(state, "card mi_go@hand")
    assert claimed(lab, state) == ["cultist"]
    assert lab.names(state.players[0].deck.top) == ["mi_go"]
    for seat, known in ((0, ["mi_go"]), (1, [])):
        players = lab.game.screen(lab.game.view(state, seat))["players"]
        assert players["A"]["deck"]["top"] == known  # type: ignore[index]
    told = [event for event in state.log if event.name == "placed"]
    assert [("card" in event.seen_by(seat)) for event in told for seat in (0, 1)] == [True, False]
    for chance in range(20):
        world = lab.game.imagine(lab.game.view(state, 1), fast_rng(chance))
        assert lab.game.view(world, 1) == lab.game.view(state, 1)


def claimed(lab: Lab, state: Battles) -> list[str]:
    """What B knows of the hand of A."""
    view = lab.game.view(state, 1)
    return lab.names(cast(Battles, view.known).players[0].hand)


def test_reshuffle_without_a_discard_pile(lab: Lab) -> None:
    """The deck is shuffled all the same, and nobody knows its top card any more. [KB-HID-21]"""
    lab.cards(a=act(step("reshuffle")))
    deck = {"top": ["ghoul"], "top_seen": [127], "rest": ["cultist", "cultist"]}
    state = lab.table(players={"A": {"hand": ["a"], "deck": deck, "discard": []}})
    lab.do(state, "play a", "use 1")
    assert state.players[0].deck.top == b""
    assert sorted(lab.names(state.players[0].deck.rest)) == ["cultist", "cultist", "ghoul"]


def test_discard_of_what_was_moved_before(lab: Lab) -> None:
    """`moved` is what the step before moved, not what this one has moved so far."""
    lab.cards(a=act(step("mill", n=2, who="me"), step("discard", n="moved")))
    mine = {"hand": ["a", "cultist", "cultist", "ghoul"], "deck": ["mi_go", "mi_go"]}
    state = lab.table(players={"A": mine})
    lab.do(state, "play a", "use 1", "card cultist@hand", "card ghoul@hand")
    assert lab.names(state.players[0].hand) == ["cultist"]


def test_what_all_opponents_lose_is_moved_and_nothing_before(lab: Lab) -> None:
    """`moved` counts the cards of each of them, but none of an earlier step."""
    lab.cards(
        a=act(
            step("mill", n=2, who="me"),
            step("discard", n=1, who="each_opp", pick="random"),
            step("faith", n="moved"),
        )
    )
    mine, theirs = {"hand": ["a"], "deck": ["mi_go", "mi_go"]}, {"hand": ["cultist"]}
    state = lab.table(seats=4, players={"A": mine, "B": theirs, "C": theirs, "D": theirs})
    lab.do(state, "play a", "use 1")
    assert [len(player.hand) for player in state.players] == [0, 0, 0, 0]
    assert state.faith == 3


@pytest.mark.parametrize("seed", range(6))
def test_discard_at_random_takes_only_what_fits(lab: Lab, seed: int) -> None:
    """And all of it, if there is too little. [KB-RND-11]"""
    lab.cards(
        a=act(
            step("discard", n=3, who="opp", card="disciple", pick="random"),
            step("faith", n="moved"),
        )
    )
    theirs = {"hand": ["cultist", "ghoul", "mi_go", "servitors"]}
    state = lab.table(players={"A": {"hand": ["a"]}, "B": theirs})
    state.rng = fast_rng(seed)
    lab.do(state, "play a", "use 1")
    assert lab.names(state.players[1].hand) == ["ghoul", "mi_go"]
    assert state.faith == 2


def test_mill_takes_no_card_twice(lab: Lab) -> None:
    """[KB-FLOW-43]"""
    lab.cards(a=act(step("mill", n=9, who="opp"), step("faith", n="moved")))
    theirs = {"deck": ["cultist"], "discard": ["ghoul", "mi_go"]}
    state = lab.table(players={"A": {"hand": ["a"]}, "B": theirs})
    lab.do(state, "play a", "use 1")
    assert state.faith == 3
    assert lab.names(state.players[1].discard)[0] == "cultist"
    assert state.players[1].deck.size() == 0


@pytest.mark.parametrize("seed", range(4))
def test_banish_from_a_foreign_hand_is_by_chance(lab: Lab, seed: int) -> None:
    """Nobody chooses; only fitting cards; too few: all that fit. [KB-EXH-03]"""
    lab.cards(
        a=act(
            step("banish", n=2, from_="hand", who="opp", card="warrior"), step("faith", n="moved")
        )
    )
    theirs = {"hand": ["cultist", "ghoul", "servitors"]}
    state = lab.table(players={"A": {"hand": ["a"]}, "B": theirs})
    state.rng = fast_rng(seed)
    lab.do(state, "play a", "use 1")
    assert lab.names(state.netherworld) == ["ghoul"]
    assert state.faith == 1


def test_rescue_does_not_count_as_moved(lab: Lab) -> None:
    """The card is in hand, known to all, and nothing was Banished. [KB-HID-18]"""
    lab.cards(a=act(step("banish", n=2, from_="discard", who="opp"), step("faith", n="moved")))
    theirs = {"hand": ["essential_saltes"], "discard": ["ghoul", "mi_go"]}
    state = lab.table(players={"A": {"hand": ["a"]}, "B": theirs})
    lab.do(state, "play a", "use 1", "card ghoul@discard", "react essential_saltes 2")
    lab.settle(state)
    assert lab.names(state.players[1].hand) == ["ghoul"]
    assert state.players[1].seen[0] >> 6 == 1
    assert lab.names(state.netherworld) == ["mi_go"]
    assert state.faith == 1


def test_reincarnate_is_no_banishing(lab: Lab) -> None:
    """It cannot be rescued; Warriors go into their deck, Disciples onto their pile. [KB-ABIL-13]"""
    lab.cards(a=act(step("reincarnate", n=9, from_="discard", who="opp")))
    theirs = {"hand": ["essential_saltes"], "discard": ["ghoul", "cultist"]}
    state = lab.table(players={"A": {"hand": ["a"]}, "B": theirs})
    pile, deck = state.disciple_sizes[0], state.warrior_deck.size()
    lab.do(state, "play a", "use 1", "card cultist@discard")
    assert lab.game.question(state) == "PLAY"
    assert state.disciple_sizes[0] == pile + 1
    assert state.warrior_deck.size() == deck + 1
    assert state.netherworld == b""


def test_reincarnate_x_cards(lab: Lab) -> None:
    """X is at most the number of cards there are to move. [KB-RUL-19] [KB-ERR-27]"""
    lab.cards(a='cost = { energy = "x" }\n  ' + act(step("reincarnate", n="x", from_="hand")))
    state = lab.table(players={"A": {"hand": ["a", "cultist", "ghoul"], "energy": 15}})
    lab.do(state, "play a", "use 1")
    assert lab.moves(state) == ["x 1", "x 2"]
    lab.do(state, "x 2", "card ghoul@hand")
    assert (state.players[0].hand, state.players[0].energy) == (b"", 13)


@pytest.mark.parametrize(
    ("verb", "most"),
    [
        (step("banish", n="x", from_="hand"), 2),
        (step("discard", n="x"), 2),
        (step("fetch", n="x", card="any", to="hand"), 3),
        (step("reincarnate", n="x", from_="discard"), 3),
        (step("stow", n="x"), 2),
        (step("discard", n="x", who="opp"), 9),
    ],
)
def test_x_is_at_most_the_number_of_own_cards_there_are(lab: Lab, verb: str, most: int) -> None:
    """Two in the hand, three in the discard pile; those of others are not counted. [KB-RUL-19]"""
    lab.cards(a='cost = { energy = "x" }\n  ' + act(verb))
    mine = {
        "hand": ["a", "cultist", "ghoul"],
        "discard": ["mi_go", "deep_one", "ghoul"],
        "energy": 10,
    }
    state = lab.table(players={"A": mine, "B": {"hand": ["cultist"]}})
    lab.do(state, "play a", "use 1")
    assert lab.moves(state) == [f"x {number}" for number in range(1, most + 1)]


def test_steal_from_nobody(lab: Lab) -> None:
    """Nobody has a fitting card: nothing. What is taken is the thief's from then on. [KB-GEN-08]"""
    lab.cards(
        a=act(
            step("steal", n=2, from_="discard", to="discard", card="artifact"),
            step("faith", n=1),
            step("faith", n="moved"),
        )
    )
    state = lab.table(players={"A": {"hand": ["a"]}, "B": {"discard": ["ghoul"]}})
    lab.do(state, "play a", "use 1")
    assert state.faith == 1
    state = lab.table(players={"A": {"hand": ["a"]}, "B": {"discard": ["ghoul", "elder_sign"]}})
    lab.do(state, "play a", "use 1")
    assert state.faith == 2
    assert lab.names(state.players[0].discard) == ["elder_sign"]


def test_gain_is_no_recruit(lab: Lab) -> None:
    """By printed cost, without a `recruited` window; the place is filled again. [KB-RUL-55]"""
    lab.cards(a=act(step("gain", max=2, card="artifact", to="hand")))
    mine = {"hand": ["a"], "god": "dagon"}
    hall = {"artifacts": ["necronomicon", "elder_sign", "silver_key"]}
    state = lab.table(players={"A": mine}, hall=hall, faith=5)
    lab.do(state, "play a", "use 1")
    assert lab.game.question(state) == "PLAY"
    assert lab.names(state.players[0].hand) == ["necronomicon"]
    assert state.faith == 5
    assert 255 not in state.artifact_piles
    hall = {"artifacts": ["elder_sign", "silver_key", "lightning_gun"]}
    state = lab.table(players={"A": mine}, hall=hall)
    lab.do(state, "play a")
    assert lab.game.question(state) == "PLAY", "nothing fits, so the Act is not offered"


def test_refresh_of_what_is_left(lab: Lab) -> None:
    """All cards of all piles go back; no more piles than kinds. [KB-FLOW-62]"""
    lab.cards(a=act(step("refresh", row="warrior")))
    hall = {"warriors": [{"card": "ghoul", "count": 3}]}
    state = lab.table(players={"A": {"hand": ["a"]}}, hall=hall)
    mi_go, ghoul = (lab.game.cards.numbers[id] for id in ("mi_go", "ghoul"))
    state.warrior_deck.rest = bytes([mi_go])
    state.warrior_piles = bytes([ghoul, *[255] * 5])
    state.warrior_sizes = bytes([3, 0, 0, 0, 0, 0])
    lab.do(state, "play a", "use 1")
    piles = dict(zip(state.warrior_piles, state.warrior_sizes))
    assert (piles[ghoul], piles[mi_go]) == (3, 1)
    assert state.warrior_deck.size() == 0


def test_recolor_names_two_different_colours(lab: Lab) -> None:
    """The second cannot be the first; the next link ends it. [KB-RUL-53] [KB-ERR-44]"""
    lab.cards(a=act(step("recolor", to="pick2")))
    state = lab.table(players={"A": {"hand": ["a", "ghoul", "mi_go"]}})
    lab.do(state, "play a", "use 1", "colour green")
    assert "colour green" not in lab.moves(state)
    with pytest.raises(Refusal, match="KB-ERR-44"):
        lab.game.act(state, 0, "colour green")
    lab.do(state, "colour white")
    assert "play ghoul" in lab.moves(state)
    assert "play mi_go" not in lab.moves(state)
    lab.do(state, "play ghoul")
    assert "play mi_go" in lab.moves(state)


def test_adjudicate_without_a_card(lab: Lab) -> None:
    """Neither branch; with one it lies open until the branch is done. [KB-FLOW-60]"""
    lab.cards(
        a=act(
            step("adjudicate", card="disciple", yes=[step("draw", n=9)], no=[step("faith", n=3)]),
            step("faith", n=1),
        )
    )
    state = lab.table(players={"A": {"hand": ["a"], "deck": [], "discard": []}})
    lab.do(state, "play a", "use 1")
    assert state.faith == 1
    state = lab.table(players={"A": {"hand": ["a"], "deck": ["cultist"], "discard": []}})
    lab.do(state, "play a", "use 1")
    assert state.players[0].hand == b"", "the revealed card was not there to be drawn"
    assert lab.names(state.players[0].discard) == ["cultist"]


def test_watch_works_each_time_and_ends_with_the_turn(lab: Lab) -> None:
    """Two watches both work; a damaged temple wakes neither. [KB-FLOW-23]"""
    lab.cards(
        a=act(
            step("watch", on="my_hit", do=[step("drain", n=1, at="victim_god")]),
            step("watch", on="my_hit", card="disciple", do=[step("faith", n=9)]),
            step("watch", on="my_hit", do=[step("faith", n=1)]),
        ),
        b=act(step("attack", n=1), step("attack", n=1), step("recolor", to="all")),
    )
    state = lab.table(players={"A": {"hand": ["a", "byakhee", "b"]}, "B": {"hand": []}})
    lab.do(state, "play a", "use 1", "play byakhee", "use 1", "target god:B")
    assert (state.players[1].energy, state.faith) == (13, 1)
    lab.do(state, "play b", "use 1", "target god:B", "target temple:B")
    assert (state.players[1].energy, state.players[1].temple_energy, state.faith) == (11, 4, 2)
    lab.do(state, "end", "end")
    lab.settle(state)
    assert state.watches == b""


def test_watch_comes_after_those_made_before_it(lab: Lab) -> None:
    """[KB-RUL-10]"""
    lab.cards(
        a=act(
            step("watch", on="my_hit", do=[step("faith", n=1)]),
            step("watch", on="my_hit", do=[step("energy", n=1, at="my_god")]),
            step("recolor", to="all"),
        ),
        b=act(step("watch", on="my_hit", do=[step("faith", n=2)]), step("recolor", to="all")),
        c=act(step("attack", n=1)),
    )
    state = lab.table(players={"A": {"hand": ["a", "b", "c"]}, "B": {"hand": []}})
    lab.do(state, "play a", "use 1", "play b", "use 1", "play c", "use 1")
    state.log = []
    lab.do(state, "target god:B")
    told = [event for event in state.log if event.name in ("faith", "energy_gained")]
    assert [event.facts.get("n", event.facts.get("count")) for event in told] == [1, 1, 2]
    assert [event.name for event in told] == ["faith", "energy_gained", "faith"]


# -- words that do not fit together -----------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (react("react_played", step("cancel", what="ability")),
         "does not fit a React on react_played"),
        (react("attacked", step("defend", n=1), limit="turn"),
         "belongs to gods and temples"),
        (act(step("adjudicate", card="any", yes=[step("adjudicate", card="any", yes=[])])),
         "cannot lie inside another one"),
        (act(step("mill", n=1, who="me"), step("discard", n="moved", who="each_opp")),
         "does not work for each opponent"),
    ],
)  # fmt: skip
def test_words_that_do_not_fit_together_are_refused(lab: Lab, fields: str, message: str) -> None:
    with pytest.raises(ContentError, match=message) as refused:
        lab.cards(odd=fields)
    assert "warriors.toml: odd" in str(refused.value)
