"""Can a lesson be played to its end, by every way it allows, and is every word of it true?

`kamiza lessons check` asks this; so do the tests, for every lesson, whenever a rule or a card has
changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.content import ContentError
from kamiza.core.game import Game
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.play import speech
from kamiza.play.lesson_files import WILD, Lesson, LessonStep, Quiz, Way
from kamiza.play.lesson_words import GAP, cards_of
from kamiza.play.lessons import Guide, Page, begin
from kamiza.play.quiz import questions_of
from kamiza.play.table import BOT, PERSON
from kamiza.play.words import Text

REGIONS = ("question", "table", "mine", "others", "log")
LONGEST = {"en": 280, "ja": 140}  # letters of one text
LONGEST_TITLE = {"en": 44, "ja": 24}
SEEDS = 3  # how often whoever learns plays freely, each time otherwise
MOST_MOVES = 5_000
DIGIT = re.compile(r"[0-9０-９]")
SEAT = re.compile(r"\{([A-F])\}")
MOVE = "move:"
JOINED = " + "


class Wrong(Exception):
    """What is wrong with a lesson, in one sentence."""


def problems(study: Lesson | Quiz, game: Game) -> list[str]:
    """Everything that is wrong with a lesson or a quiz, one line each; nothing if it is sound."""
    return quiz_problems(study, game) if isinstance(study, Quiz) else lesson_problems(study, game)


def quiz_problems(quiz: Quiz, game: Game) -> list[str]:
    where = f"{quiz.game}/{quiz.id}"
    texts = [text for question in quiz.questions for text in (question.ask, question.why)]
    found = [
        f"{where}: {problem}"
        for text in (quiz.title, quiz.about, *texts)
        for problem in text_problems("the quiz", text, LONGEST)
    ]
    try:
        questions_of(quiz, game)
    except ContentError as wrong:
        found.append(f"{where}: {wrong}")
    return found


def lesson_problems(lesson: Lesson, game: Game) -> list[str]:
    where = f"{lesson.game}/{lesson.id}"
    found = [f"{where}: {problem}" for problem in word_problems(lesson)]
    try:
        for plan in plans(lesson):
            Learner(lesson, game, *plan).play()
    except (Wrong, ContentError) as wrong:
        found.append(f"{where}: {wrong}")
    return found


def plans(lesson: Lesson) -> Iterator[tuple[dict[int, Way], int]]:
    """The usual ways, with several kinds of free play; then every other way that is allowed."""
    is_free = any(step.is_free for step in lesson.steps)
    for seed in range(SEEDS if is_free else 1):
        yield {}, seed
    for number, step in enumerate(lesson.steps):
        for way in step.ways[1:]:
            if not any(move.endswith(WILD) for move in way.moves):
                yield {number: way}, 0


# -- words ----------------------------------------------------------------------------------------


def word_problems(lesson: Lesson) -> Iterator[str]:
    for text in (lesson.title, lesson.about):
        yield from text_problems("the lesson", text, LONGEST)
    for number, step in enumerate(lesson.steps, 1):
        yield from text_problems(f"step {number}: title", step.title, LONGEST_TITLE)
        for said in (step.text, step.task, step.other, *(way.reply for way in step.ways)):
            if said is not None:
                yield from text_problems(f"step {number}", said, LONGEST)


def text_problems(where: str, text: Text, longest: dict[str, int]) -> Iterator[str]:
    gaps = [sorted(GAP.findall(sentence)) for sentence in text.values()]
    if any(set(gap) != set(gaps[0]) for gap in gaps):
        yield f"{where}: the languages name different things: {text['en']}"
    for language, sentence in text.items():
        plain = GAP.sub("", sentence)
        if len(plain) > longest[language]:
            yield f"{where}: too long by {len(plain) - longest[language]}: {sentence}"
        if DIGIT.search(plain):
            yield f"{where}: a number must be filled in, as in {{rice.influence}}: {sentence}"
        if "{" in SEAT.sub("", plain):
            yield f"{where}: this gap means nothing: {sentence}"
        is_japanese = re.search(r"[ぁ-んァ-ヶ一-龠]", plain) is not None
        if re.search(r"\w", plain) and is_japanese != (language == "ja"):
            yield f"{where}: this is not in the right language: {sentence}"


# -- playing --------------------------------------------------------------------------------------


class Learner:
    """Plays a lesson as a person would: reads, does what is asked, watches the others."""

    def __init__(self, lesson: Lesson, game: Game, ways: dict[int, Way], seed: int) -> None:
        self.lesson = lesson
        self.game = game
        self.ways = ways  # where another way than the usual one is taken
        self.seed = seed
        self.guide = Guide(lesson, game)
        self.table = begin(lesson, game)
        self.pages: list[Page] = []  # everything that was shown

    def play(self) -> list[Page]:
        """To the end; `Wrong` where it does not go on."""
        if self.table.asked != self.lesson.you:
            raise Wrong(f"given: {seat_letter(self.table.asked)} is asked, not whoever learns")
        for _ in range(MOST_MOVES):
            page = self.look()
            if page.is_done:
                return self.pages
            if self.table.asked == self.lesson.you:
                self.move(page)
            else:
                self.let_others_move()
        raise Wrong("it does not come to an end")

    @property
    def number(self) -> int:
        """The step that is open, as people count."""
        return self.guide.progress(self.table).task + 1

    def look(self) -> Page:
        page = self.guide.page(self.table)
        screen = self.guide.screen(self.table)
        for number, slip in enumerate(page.slips, page.first + 1):
            for thing in slip.look:
                if not is_thing(thing, self.game, screen):
                    raise Wrong(f"step {number}: look: there is no '{thing}'")
        self.pages.append(page)
        return page

    def move(self, page: Page) -> None:
        step = self.guide.step(self.guide.progress(self.table))
        assert step is not None
        aside = self.game.auto_pass(self.table.state)
        if aside is not None and not (page.moves and self.is_legal(page.moves[0])):
            self.act(aside.move)
        elif step.is_free:
            self.act(self.free_move())
        else:
            self.act(self.next_move(step, page))

    def next_move(self, step: LessonStep, page: Page) -> str:
        """The next move of the way that is to be taken."""
        made = len(self.guide.progress(self.table).made)
        way = self.ways.get(self.number - 1)
        if way is None:
            if page.is_free:
                raise Wrong(f"step {self.number}: {self.why_not(step.show[made])}")
            return page.moves[0]
        return way.moves[made]

    def why_not(self, move: str) -> str:
        refusal = self.game.why_not(self.table.state, self.lesson.you, move)
        if refusal is None:
            return f"'{move}' cannot be done"
        return f"'{move}': {speech.refused(self.game, refusal, self.table.state)}"

    def is_legal(self, move: str) -> bool:
        return self.game.why_not(self.table.state, self.lesson.you, move) is None

    def free_move(self) -> str:
        """First as a quick player would, then as it comes."""
        rng = fast_rng(self.seed * 1000 + self.table.version)
        if self.seed == 0 or rng.below(4):
            return self.game.describe(self.game.quick_move(self.table.state, rng))
        moves = self.game.moves(self.table.state)
        return self.game.describe(moves[rng.below(len(moves))])

    def act(self, move: str, by: str = PERSON) -> None:
        table, seat = self.table, self.table.asked
        number = self.number
        try:
            change = table.prepare_act(seat, (move,), table.version, str(table.version), by)
            self.guide.check(table, change)
        except Refusal as refused:
            raise Wrong(f"step {number}: '{seat_letter(seat)}: {move}': {refused}") from None
        table.accept(change)

    def let_others_move(self) -> None:
        """What the lesson says of them must be possible, and nobody may be forgotten."""
        progress = self.guide.progress(self.table)
        asked = seat_letter(self.table.asked)
        before = self.lesson.steps[progress.first - 1] if progress.first else None
        step = self.guide.step(progress)
        (move,) = self.guide.answer(self.table)
        if progress.is_scripted:
            seat, wanted = progress.script[progress.played]
            if (seat, wanted) != (self.table.asked, move):
                why = f"'{seat_letter(seat)}: {wanted}' cannot be: {asked} is asked"
                if seat == self.table.asked:
                    refusal = self.game.why_not(self.table.state, seat, wanted)
                    assert refusal is not None
                    why = str(speech.refused(self.game, refusal, self.table.state))
                raise Wrong(f"step {progress.first}: then: {wanted}: {why}")
        elif not (before and before.is_free) and not (step and step.is_free and progress.made):
            raise Wrong(f"step {progress.first}: then: it is not said what {asked} does")
        self.act(move, BOT)


def is_thing(thing: str, game: Game, screen: dict[str, object]) -> bool:
    """Is this the name of something a learner can look at, or of several under one light?"""
    if JOINED in thing:
        return all(is_thing(one, game, screen) for one in thing.split(JOINED))
    if thing in REGIONS:
        return True
    if thing.startswith(MOVE):
        return game.unreadable(thing.removeprefix(MOVE)) is None
    kind, colon, id = thing.partition(":")
    if not colon or not kind.isidentifier():
        return False
    if id in cards_of(game, "en") or id in LETTERS[: int(str(screen["seats"]))]:
        return True
    written = json.dumps(screen)
    return all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", written) for part in id.split("."))
