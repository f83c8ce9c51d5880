"""What every game of Kamiza must keep, as plain functions that raise AssertionError.

They know only the protocol. `test_conformance.py` runs them on every game, seat count and
setting; `test_can_fail.py` runs them on games that are broken on purpose.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rng import fast_rng

LONGEST = 5000  # decisions; no game of ours comes near
# In long games the slow checks look only at every so many positions, other ones with each seed.
EVERY = {"kamisama": 5}


def play(game: Game, setup: Setup, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: each state with the action about to be applied to it."""
    rng = fast_rng(seed)
    state = game.start(setup)
    for _ in range(LONGEST):
        if state.asked == NOBODY:
            return
        listed = game.moves(state)
        action = listed[rng.below(len(listed))]
        yield state, action
        game.apply(state, action)
    raise AssertionError(f"the game does not end within {LONGEST} decisions")


def play_looking(game: Game, setup: Setup, seed: int) -> Iterator[tuple[int, State, int]]:
    """A random game for slow checks: the number of the position, the state and the action."""
    every = EVERY.get(game.name, 1)
    for number, (state, action) in enumerate(play(game, setup, seed)):
        if number % every == seed % every:
            yield number, state, action


def final(game: Game, setup: Setup, seed: int) -> State:
    *_, (state, _) = play(game, setup, seed)
    return state


def seats_and_spectator(setup: Setup) -> list[int]:
    return [*range(setup.seats), SPECTATOR]


def view_text(game: Game, state: State, seat: int) -> str:
    """Everything a seat may know, as one text to compare."""
    return json.dumps(game.view(state, seat).as_json(), sort_keys=True)


# -- the checks -------------------------------------------------------------------------------


def check_clone_is_independent(game: Game, setup: Setup, seed: int) -> None:
    for state, action in play(game, setup, seed):
        before = game.hash(state)
        copy = state.clone()
        assert game.hash(copy) == before, "a clone differs from its original"
        assert copy.reveals == state.reveals, "a clone has forgotten what came to light"
        game.apply(copy, action)
        assert copy.reveals >= state.reveals, "what came to light is counted back"
        assert game.hash(state) == before, "changing a clone changed the original"
        twin = state.clone()
        game.apply(twin, action)
        assert game.hash(twin) == game.hash(copy), "two clones went different ways"


def check_save_and_restore(game: Game, setup: Setup, seed: int) -> None:
    for state, action in play(game, setup, seed):
        saved = json.loads(json.dumps(game.save(state)))
        restored = game.load(saved)
        assert game.save(restored) == saved, "a position changes when loaded and saved"
        assert list(game.moves(restored)) == list(game.moves(state))
        copy = state.clone()
        game.apply(copy, action)
        game.apply(restored, action)
        assert game.hash(copy) == game.hash(restored), "a restored game goes on differently"
    over = final(game, setup, seed)
    restored = game.load(game.save(over))
    assert game.hash(restored) == game.hash(over)
    assert game.hash(restored.clone()) == game.hash(over), "a clone of a finished game differs"


def check_same_seed_same_game(game: Game, setup: Setup, seed: int) -> None:
    first = [game.hash(state) for state, _ in play(game, setup, seed)]
    second = [game.hash(state) for state, _ in play(game, setup, seed)]
    assert first == second


def check_events_change_nothing(game: Game, setup: Setup, seed: int) -> None:
    """A game that is listened to plays exactly like a silent one."""
    silent = [game.hash(state) for state, _ in play(game, setup, seed)]
    heard = []
    for state, _ in play(game, setup, seed):
        if state.log is None:
            state.log = []
        heard.append(game.hash(state))
    assert heard == silent


def check_options_equal_check(game: Game, setup: Setup, seed: int) -> None:
    known: set[int] = set()
    for state, _ in play(game, setup, seed):
        listed = list(game.moves(state))
        known.update(listed)
        assert listed, "somebody is asked but has no move"
        assert len(set(listed)) == len(listed), "a move is listed twice"
        for action in sorted(known):
            refusal = game.check(state, state.asked, action)
            if action in listed:
                assert refusal is None, f"{game.describe(action)} is listed but refused: {refusal}"
            else:
                assert refusal is not None, f"{game.describe(action)} is accepted but not listed"
                assert refusal.rule in game.book.rules


def check_only_the_asked_seat_acts(game: Game, setup: Setup, seed: int) -> None:
    for state, action in play(game, setup, seed):
        for seat in seats_and_spectator(setup):
            if seat != state.asked:
                assert game.check(state, seat, action) is not None
                assert game.check_seat(state, seat) is not None
    over = final(game, setup, seed)
    for seat in seats_and_spectator(setup):
        assert game.check(over, seat, action) is not None


def check_texts_are_inverse(game: Game, setup: Setup, seed: int) -> None:
    for state, _ in play(game, setup, seed):
        for action in game.moves(state):
            assert game.parse(game.describe(action)) == action
        assert game.question(state) in game.words.words


def check_garbage_is_refused(game: Game, setup: Setup, seed: int) -> None:
    dice = random.Random(seed)
    texts = [
        "",
        " ",
        "pas",
        "PASS",
        "+",
        "+gold",
        "rob 9",
        "rob",
        "\x00",
        "米",
        "stop stop",
        "0" * 99,
    ]
    for state, _ in play(game, setup, seed):
        before = game.hash(state)
        for number in (-1, dice.randrange(-(2**62), 2**62), 10**9):
            refusal = game.check(state, state.asked, number)
            assert refusal is not None, f"the number {number} is accepted"
            assert refusal.rule in game.book.rules
        text = dice.choice(texts)
        try:
            game.act(state, state.asked, text)
        except Refusal as refused:
            assert refused.sentence
            assert "?" not in refused.sentence
        else:
            raise AssertionError(f"{text!r} is accepted")
        assert game.hash(state) == before, "a refused move changed something"


def check_imagined_worlds_fit(game: Game, setup: Setup, seed: int) -> None:
    """`imagine` fits its view; so a view does not change when only hidden things do."""
    for number, state, _ in play_looking(game, setup, seed):
        for seat in seats_and_spectator(setup):
            seen = game.view(state, seat)
            world = game.imagine(seen, fast_rng(seed + number))
            assert view_text(game, world, seat) == view_text(game, state, seat)
            game.load(game.save(world))  # a possible position


def check_imagining_uses_the_view_alone(game: Game, setup: Setup, seed: int) -> None:
    for number, state, _ in play_looking(game, setup, seed):
        for seat in seats_and_spectator(setup):
            chance = seed + number
            seen = game.view(state, seat)
            world = game.imagine(seen, fast_rng(chance))
            again = game.imagine(game.view(world, seat), fast_rng(chance))
            assert game.hash(world) == game.hash(again), "imagining used what the view hides"
            twin = state.clone()
            twin.rng = fast_rng(chance + 1)
            again = game.imagine(game.view(twin, seat), fast_rng(chance))
            assert game.hash(world) == game.hash(again), "imagining used the true chance"
            told = json.loads(json.dumps(seen.as_json()))
            read = game.imagine(game.read_view(told), fast_rng(chance))
            assert game.hash(read) == game.hash(world), "a view read from JSON imagines otherwise"


def check_quick_moves_use_the_view_alone(game: Game, setup: Setup, seed: int) -> None:
    for number, (state, _) in enumerate(play(game, setup, seed)):
        mine = game.quick_move(state, fast_rng(number))
        assert game.check(state, state.asked, mine) is None, "a quick move is not legal"
        world = game.imagine(game.view(state, state.asked), fast_rng(seed + number))
        assert game.quick_move(world, fast_rng(number)) == mine, (
            "a quick move used hidden knowledge"
        )
        assert game.check(state, state.asked, game.default_move(state)) is None


def check_views_hide_chance(game: Game, setup: Setup, seed: int) -> None:
    """Two tables that differ only in their chance look the same."""
    for _, state, _ in play_looking(game, setup, seed):
        other = state.clone()
        other.rng = fast_rng(seed + 1)
        for seat in seats_and_spectator(setup):
            assert view_text(game, other, seat) == view_text(game, state, seat)


def check_news(game: Game, setup: Setup, seed: int) -> None:
    """An action that used chance, or showed its player something the view before did not
    decide, counts as something new; undo must not cross it."""
    for number, (state, action) in enumerate(play(game, setup, seed)):
        seat = state.asked
        world = game.imagine(game.view(state, seat), fast_rng(seed + number))
        after, imagined = state.clone(), world
        chance = (after.rng.state, list(after.rng.counters))
        game.apply(after, action)
        game.apply(imagined, action)
        if after.reveals == state.reveals:
            assert (after.rng.state, list(after.rng.counters)) == chance, "chance without a reveal"
            assert view_text(game, after, seat) == view_text(game, imagined, seat), (
                f"{game.describe(action)} showed something new but is no reveal"
            )


def check_results(game: Game, setup: Setup, seed: int) -> None:
    state = final(game, setup, seed)
    payoffs, ranks, scores = game.payoffs(state), game.ranks(state), game.scores(state)
    assert len(payoffs) == len(ranks) == len(scores) == setup.seats
    assert abs(sum(payoffs) - 1.0) < 1e-9
    assert min(ranks) == 1
    assert max(scores) == scores[ranks.index(1)]
    assert all(0.0 <= value <= 1.0 for value in game.outcome(state))
    assert game.decision(state) is None


def check_events_keep_secrets(game: Game, setup: Setup, seed: int) -> None:
    """What a seat hears, it may know: worlds that look the same to it before and after an action
    also sound the same. Events that openly show something hidden are left out."""
    for number, state, action in play_looking(game, setup, seed):
        for seat in seats_and_spectator(setup):
            worlds = game.worlds(game.view(state, seat))
            heard: dict[str, object] = {}
            for sample in range(4):
                world = worlds.sample(fast_rng(seed + 1000 * number + sample))
                if game.check(world, world.asked, action) is not None:
                    continue
                world.log = []
                game.apply(world, action)
                events = [event.seen_by(seat) for event in world.log if not event.shows]
                first = heard.setdefault(view_text(game, world, seat), events)
                assert events == first, "an event told what the view hides"


def check_broken_positions_are_refused(game: Game, setup: Setup, seed: int) -> None:
    """Any damage to a position is a PositionError, or leaves a position that can be played."""
    dice = random.Random(seed)
    for number, (state, _) in enumerate(play(game, setup, seed)):
        if number % 7:
            continue
        for _ in range(6):
            broken = json.loads(json.dumps(game.save(state)))
            damage(broken, dice)
            try:
                loaded = game.load(broken)
            except PositionError as refused:
                assert str(refused), "refused without a reason"
                continue
            assert game.hash(game.load(game.save(loaded))) == game.hash(loaded)
            if loaded.asked != NOBODY:
                assert len(game.moves(loaded)) > 0


def damage(position: dict[str, object], dice: random.Random) -> None:
    """Change, remove or add one thing somewhere in a JSON object."""
    key = dice.choice(sorted(position))
    value = position[key]
    if isinstance(value, dict) and value and dice.random() < 0.8:
        damage(value, dice)
        return
    junk = [None, -1, 0, 99, "", "x", "333333", [], ["x"], {}, {"x": 1}, True, 1.5]
    act = dice.randrange(3)
    if act == 0:
        del position[key]
    elif act == 1:
        position[key] = dice.choice(junk)
    else:
        position["nonsense"] = dice.choice(junk)


CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]
