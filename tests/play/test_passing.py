"""Which open questions a table passes by itself. [KB-FLOW-24] [KB-OPT-14]"""

from kamiza import games
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.play.passing import MORE_AT_MOST, Question, Wishes, is_declined, pause, question

GAME = games.game("battles")


def windows(seed: int, options: dict[str, object] | None = None) -> list[tuple[State, Question]]:
    """Every reaction question of one game between quick players."""
    state = GAME.start(Setup(4, {"round_limit": 12, **(options or {})}, seed))
    rng = fast_rng(seed)
    found = []
    while state.asked >= 0:
        asked = question(GAME, state)
        assert (asked is not None) == (GAME.question(state) == "REACT")
        if asked is not None:
            found.append((state.clone(), asked))
        GAME.apply(state, GAME.quick_move(state, rng))
    return found


def test_only_who_holds_nothing_is_passed_for() -> None:
    found = windows(5)
    for state, asked in found:
        assert asked.decline == "pass"
        assert len(asked.offers) == len(GAME.moves(state)) - 1
        assert is_declined(asked, Wishes()) == (not asked.offers)
    assert {bool(asked.offers) for _, asked in found} == {True, False}


def test_only_holders_are_asked_where_the_table_says_so() -> None:
    found = windows(5, {"ask": "holders"})
    assert found
    assert all(asked.offers for _, asked in found)  # KB-FLOW-25


def test_switches_decline_by_card_by_trigger_and_by_turn() -> None:
    for state, asked in windows(7):
        for offer in asked.offers:
            cards = {mark for mark in offer if mark.startswith("card:")}
            triggers = {mark for mark in offer if mark.startswith("on:")}
            assert len(cards) == len(triggers) == 1
            assert f"turn:{GAME.screen(GAME.view(state, state.asked))['turn']}" in offer
        if not asked.offers:
            assert not is_declined(asked, Wishes(always=True))
            continue
        for kind in ("card:", "on:", "turn:"):
            marks = frozenset(m for offer in asked.offers for m in offer if m.startswith(kind))
            assert is_declined(asked, Wishes(marks))
            left_out = next(iter(marks))
            some = is_declined(asked, Wishes(marks - {left_out}))
            assert some == all(offer & (marks - {left_out}) for offer in asked.offers)
        assert not is_declined(asked, Wishes(frozenset({"on:nothing"})))


def test_small_attacks_can_be_let_through() -> None:
    seen = set()
    for state, asked in windows(7):
        attack = GAME.screen(GAME.view(state, state.asked))["attack"]
        for offer in asked.offers:
            below = {int(mark.partition(":")[2]) for mark in offer if mark.startswith("below:")}
            if below:
                assert min(below) == attack["loss"] + 1  # type: ignore[index]
                seen.add(min(below))
    assert seen


def test_the_pause_is_the_table_s_and_a_little_chance() -> None:
    asked = Question("pass", (), 2.0)
    pauses = {pause(asked) for _ in range(50)}
    assert len(pauses) > 1
    assert all(2.0 <= one <= 2.0 * (1 + MORE_AT_MOST) for one in pauses)
    assert pause(Question("pass", (), 0.0)) == 0.0


def test_a_game_without_windows_is_never_passed_for() -> None:
    game = games.game("shintoh")
    assert question(game, game.start(Setup(2, {}, 1))) is None
