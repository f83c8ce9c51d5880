"""The quick bot: what it pays for, and what it leaves alone."""

from __future__ import annotations

from kamiza.core.game import State
from kamiza.core.rng import fast_rng
from kamiza.games import game

GAME = game("battles")


def table(**players: dict[str, object]) -> State:
    """A's turn in the Play Phase; what is left out has its usual value."""
    return GAME.load({"seats": len(players), "players": players})


def quick_move(state: State) -> str:
    return GAME.describe(GAME.quick_move(state, fast_rng(1)))


def test_what_is_adjudicated_depends_on_the_own_deck() -> None:
    """Azathoth attacks when Warriors are to be expected, and not when he would only lose Energy."""
    mine = {"god": "azathoth", "hand": [], "discard": []}
    assert quick_move(table(A=mine | {"deck": ["cultist"] * 5}, B={})) == "end"
    assert quick_move(table(A=mine | {"deck": ["shoggoth"] * 5}, B={})) == "act god 1"
    assert (
        quick_move(table(A=mine | {"deck": [], "discard": ["shoggoth"] * 5}, B={})) == "act god 1"
    )


def test_a_stolen_disciple_is_not_worth_an_energy() -> None:
    mine = {"god": "nyarlathotep", "hand": [], "energy": 15}
    state = table(A=mine, B={"discard": ["cultist", "cultist"]})
    assert "act god 1" in [GAME.describe(action) for action in GAME.moves(state)]
    assert quick_move(state) == "end"


def test_energy_is_paid_to_hurt_the_only_opponent_but_not_one_of_many() -> None:
    mine = {"god": "cthugha", "hand": [], "energy": 15}
    assert quick_move(table(A=mine, B={})) == "act god 1"
    assert quick_move(table(A=mine, B={}, C={}, D={})) == "end"


def test_energy_is_paid_to_cancel_what_the_only_opponent_answers() -> None:
    """With five opponents the others would gain most by it."""

    def asked_after(others: dict[str, dict[str, object]]) -> State:
        mine = {"god": "hastur", "hand": ["shoggoth"], "energy": 15}
        state = table(A=mine, B={"hand": ["gigi_lamore"]}, **others)
        for move in ("play shoggoth", "use 1", "target god:B", "react gigi_lamore 2"):
            GAME.act(state, state.asked, move)
        return state

    assert quick_move(asked_after({})) == "react god 2"
    assert quick_move(asked_after({"C": {}, "D": {}, "E": {}, "F": {}})) == "pass"


def test_good_cards_are_given_away_to_save_energy() -> None:
    """Of an Attack of 3 the Servitors leave 1: a High Priest goes for it, and no second one."""
    state = table(A={"hand": ["shoggoth"]}, B={"hand": ["servitors", "high_priest", "high_priest"]})
    for move in ("play shoggoth", "use 1", "target god:B", "react servitors 1"):
        GAME.act(state, state.asked, move)
    assert quick_move(state) == "card high_priest@hand"
    GAME.act(state, state.asked, "card high_priest@hand")
    assert quick_move(state) == "done"


def test_a_card_that_defends_is_bought_before_its_equal() -> None:
    """Hands that defend win games: the value of a card counts that."""
    cards = GAME.cards  # type: ignore[attr-defined]
    merits = {cards.ids[kind]: cards.merits[kind] for kind in range(len(cards.ids))}
    assert merits["elder_things"] > 0
    assert merits["cultist"] == 0


def test_a_supporting_god_does_not_pay_to_be_sealed() -> None:
    """It may, but the React would be lost with it. [KB-RUL-19]"""

    def asked_with(energy: int) -> State:
        players = {
            "A": {"hand": ["officer_sadie_smith"]}, "D": {"role": "main"},
            "B": {"god": "hachiman", "role": "support", "energy": energy, "hand": []},
        }  # fmt: skip
        settings = {"mode": "team", "sets": "rotoo+yyrz"}
        state = GAME.load({"seats": 4, "players": players, "settings": settings})
        for move in ("play officer_sadie_smith", "use 1", "target god:B"):
            GAME.act(state, state.asked, move)
        assert "react god 2" in [GAME.describe(action) for action in GAME.moves(state)]
        return state

    assert quick_move(asked_with(2)) == "react god 2"
    assert quick_move(asked_with(1)) == "pass"


def test_in_a_team_match_the_stronger_team_is_better_off() -> None:
    """What search weighs when an imagined game stops early: the Main God counts for more."""

    def outcome(**energy: int) -> list[float]:
        players = {seat: {"energy": energy.get(seat, 10)} for seat in "ABCD"}
        return GAME.outcome(
            GAME.load({"seats": 4, "settings": {"mode": "team"}, "players": players})
        )

    even, main, support = outcome(), outcome(A=18), outcome(C=18)
    assert even[0] == even[1] == even[2] == even[3]
    assert main[0] == main[2] > main[1] == main[3]
    assert support[0] == support[2] > support[1] == support[3]
    assert main[0] > support[0]


def test_a_win_is_worth_more_than_any_position() -> None:
    """Whatever Energy is left. [KB-WIN-03]"""
    players = {"A": {"god": "azathoth", "deck": ["ghoul"], "energy": 1}, "B": {"energy": 3}}
    state = GAME.load({"seats": 2, "players": players})
    for move in ("act god 1", "target god:B"):
        GAME.act(state, 0, move)
    won, lost = GAME.outcome(state)
    assert won > 0.9 > 0.1 > lost
