"""Which open questions a table passes by itself. [KB-FLOW-24] [KB-OPT-14]"""

from kamiza import games
from kamiza.core.action import FOR_RIVALS, AutoPass
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.play.auto_pass import ASK_ME, MORE_AT_MOST, Switches, is_passed, pause

GAME = games.game("battles")


def windows(seed: int, settings: dict[str, object] | None = None) -> list[tuple[State, AutoPass]]:
    """Every reaction question of one game between quick players."""
    state = GAME.start(Setup(4, {"round_limit": 12, **(settings or {})}, seed))
    rng = fast_rng(seed)
    found = []
    while state.asked >= 0:
        asked = GAME.auto_pass(state)
        assert (asked is not None) == (GAME.question(state) == "REACT")
        if asked is not None:
            found.append((state.clone(), asked))
        GAME.apply(state, GAME.quick_move(state, rng))
    return found


def test_only_who_holds_nothing_is_passed_for() -> None:
    found = windows(5)
    for state, asked in found:
        assert asked.move == "pass"
        assert len(asked.marks) == len(GAME.moves(state)) - 1
        assert is_passed(asked, Switches()) == (not asked.marks)
    assert {bool(asked.marks) for _, asked in found} == {True, False}


def test_only_holders_are_asked_where_the_table_says_so() -> None:
    found = windows(5, {"ask": "holders"})
    assert found
    assert all(asked.marks for _, asked in found)  # KB-FLOW-25


def test_switches_decline_by_card_by_trigger_and_by_turn() -> None:
    for state, asked in windows(7):
        for marks in asked.marks:
            cards = {mark for mark in marks if mark.startswith("card:")}
            triggers = {mark for mark in marks if mark.startswith("on:")}
            assert len(cards) == len(triggers) == 1
            assert f"turn:{GAME.screen(GAME.view(state, state.asked))['turn']}" in marks
        if not asked.marks:
            assert not is_passed(asked, Switches(always=True))
            continue
        for kind in ("card:", "on:", "turn:"):
            wanted = frozenset(m for marks in asked.marks for m in marks if m.startswith(kind))
            assert is_passed(asked, Switches(wanted))
            fewer = wanted - {next(iter(wanted))}
            some = is_passed(asked, Switches(fewer))
            assert some == all(fewer & set(marks) for marks in asked.marks)
        assert not is_passed(asked, Switches(frozenset({"on:nothing"})))


def test_in_a_team_match_nobody_is_asked_to_help_the_other_team() -> None:
    """An ally strikes a rival: to protect the rival is no question, unless one says so."""
    helped = {True: 0, False: 0}
    for seed in range(12):
        for state, asked in windows(seed, {"mode": "team"}):
            view = GAME.screen(GAME.view(state, state.asked))
            attack = view["attack"]
            for marks in asked.marks:
                if "on:other_attacked" in marks:
                    target = attack["target"].split(":")[1]
                    is_rival = (
                        view["players"][target]["team"] != view["players"][view["seat"]]["team"]
                    )
                    assert (FOR_RIVALS in marks) == is_rival
                    helped[is_rival] += 1
            only_rivals = bool(asked.marks) and all(FOR_RIVALS in marks for marks in asked.marks)
            assert is_passed(asked, ASK_ME) == (not asked.marks or only_rivals)
    assert min(helped.values()) > 0
    everyone = [marks for _, asked in windows(5) for marks in asked.marks]
    assert not any(FOR_RIVALS in marks for marks in everyone)  # all others are rivals there


def test_small_attacks_can_be_let_through() -> None:
    seen = set()
    for state, asked in windows(7):
        attack = GAME.screen(GAME.view(state, state.asked))["attack"]
        for marks in asked.marks:
            below = {int(mark.partition(":")[2]) for mark in marks if mark.startswith("below:")}
            if below:
                assert min(below) == attack["loss"] + 1  # type: ignore[index]
                seen.add(min(below))
    assert seen


def test_the_pause_is_the_table_s_and_a_little_chance() -> None:
    asked = AutoPass("pass", [], 2000)
    pauses = {pause(asked) for _ in range(50)}
    assert len(pauses) > 1
    assert all(2.0 <= one <= 2.0 * (1 + MORE_AT_MOST) for one in pauses)
    assert pause(AutoPass("pass", [], 0)) == 0.0


def test_a_game_without_windows_is_never_passed_for() -> None:
    game = games.game("shintoh")
    assert game.auto_pass(game.start(Setup(2, {}, 1))) is None
