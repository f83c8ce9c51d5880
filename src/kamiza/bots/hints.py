"""A hint: the best few options, what each would leave, and why, from a view alone."""

from __future__ import annotations

from dataclasses import dataclass

from kamiza.bots.options import Option, Options, Study, compare, distinct, study_of
from kamiza.bots.reasons import reasons, sentence
from kamiza.core.action import LETTERS
from kamiza.core.game import Game, View
from kamiza.core.rng import fast_rng
from kamiza.core.rules import LANGUAGES
from kamiza.core.speech import Listener, Speech, enumerate_texts

MOST_OPTIONS = 3
LONGEST_ACT = 16  # answers

Text = dict[str, str]
# Names are left open, {A} to {F}: whoever shows the sentence fills them in.
LISTENERS = tuple(
    Listener(language, tuple("{" + letter + "}" for letter in LETTERS)) for language in LANGUAGES
)


@dataclass(frozen=True)
class Advice:
    """One option as a person reads it."""

    moves: list[str]  # what would be said, up to where the same question comes again
    name: Text
    chance: float
    why: Text  # empty if nothing can be said about it


@dataclass(frozen=True)
class Hint:
    """What a seat could do now."""

    options: list[Advice]  # the best first
    is_only: bool  # there is nothing to choose
    margin: float  # chances nearer than this are equally good
    even: float  # what everybody would have at the start
    worlds: int  # in how many worlds the options were compared


def hint(game: Game, view: View, seed: int, study: Study | None = None) -> Hint:
    """The best three; the same view and seed give the same."""
    study = study or study_of(game)
    found = compare(game, view, seed, study)
    best = distinct(found, MOST_OPTIONS)
    whys = [why(game, found, option, best[0]) for option in best]
    acts = [act_of(game, view, option.answers, study, seed) for option in best]
    told = [
        Advice(act.moves, act.name, option.chance, text)
        for act, option, text in zip(acts, best, whys)
    ]
    sides = len({int(game.side(view.known, seat)) for seat in range(int(view.known.seats))})
    return Hint(told, len(view.moves) == 1, found.margin, 1 / sides, study.worlds)


def why(game: Game, found: Options, option: Option, best: Option) -> Text:
    """What the option has that others usually lack; of a lesser one also what the best has."""
    if found.usual is None:
        return dict.fromkeys(LANGUAGES, "")
    good = reasons(game, found.seat, option, found.usual)
    bad = good if option is best else reasons(game, found.seat, option, best)
    return {to.language: sentence(game, good, bad, to) for to in LISTENERS}


@dataclass(frozen=True)
class Act:
    """What is said for an option, and how that is called."""

    moves: list[str]
    name: Text


def act_of(game: Game, view: View, answers: list[int], study: Study, seed: int) -> Act:
    """An answer, and those that only complete it: the planned ones, then quick ones."""
    rng = fast_rng(seed)
    world = game.imagine(view, rng)
    planned = list(answers)
    reveals = world.reveals
    moves: list[str] = []
    labels: list[Text] = []
    while len(moves) < LONGEST_ACT:
        if planned and game.check(world, view.seat, planned[0]) is None:
            answer = planned.pop(0)
        else:
            planned, answer = [], int(game.quick_move(world, rng))
        moves.append(game.describe(answer))
        seen = game.screen(game.view(world, view.seat))
        labels.append({to.language: game.speech.move(moves[-1], seen, to) for to in LISTENERS})
        game.apply(world, answer)
        if world.asked != view.seat or world.reveals != reveals:
            break
        if game.question(world) not in study.follow_ups:
            break
    return Act(moves, name_of(game, view, moves, labels))


def name_of(game: Game, view: View, moves: list[str], labels: list[Text]) -> Text:
    """The labels of all moves one after the other, unless the game calls an act by one name."""
    if type(game.speech).turn is Speech.turn:
        # A label may be a whole sentence of a card.
        return {
            to.language: enumerate_texts([x[to.language].rstrip(".。") for x in labels], to)
            for to in LISTENERS
        }
    seen = game.screen(view)
    return {to.language: game.speech.turn(moves, seen, to) for to in LISTENERS}
