"""What one can type during a game besides moves. Each answers whether the table has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from kamiza.core.speech import enumerate_texts
from kamiza.play.percent import filled, percent
from kamiza.terminal.cards import card_tables, find_cards
from kamiza.terminal.console import Leave
from kamiza.terminal.rules import chapter_list, find_rules, rule_list

if TYPE_CHECKING:
    from kamiza.terminal.play import Play

Run = Callable[["Play", list[str]], bool]


def show_help(play: Play, words: list[str]) -> bool:
    play.terminal.print_long(play.screen.introduction_screen(play.view()))
    return False


def show_rules(play: Play, words: list[str]) -> bool:
    """Rules by word, chapter or ID; secret ones only for those who may know them."""
    terminal, book = play.terminal, play.game.book
    word = " ".join(words)
    if not word:
        terminal.print_long(chapter_list(terminal, book))
        return False
    may_see = play.game.speech.may_see_secrets(play.view())
    found = find_rules(book, word)
    shown = [rule for rule in found if may_see or not rule.secret]
    if shown:
        terminal.print_long(rule_list(terminal, book, shown, may_see))
    elif found and found[0].id.casefold() == word.casefold():
        terminal.print(terminal.say("secret_rule", rule=found[0].id))
    else:
        terminal.print(Text(terminal.say("no_rule", word=word)))
    return False


def show_cards(play: Play, words: list[str]) -> bool:
    """The cards, and where those are that the seat can see."""
    terminal, view = play.terminal, play.view()
    may_see = play.game.speech.may_see_secrets(view)
    cards = find_cards(play.game, terminal.language, may_see, " ".join(words))
    if cards:
        terminal.print_long(*card_tables(terminal, play.game, cards, play.screen.where(view)))
    else:
        key = "no_card" if words else "no_cards"
        terminal.print(Text(terminal.say(key, word=" ".join(words))))
    return False


def explain(play: Play, words: list[str]) -> bool:
    """Why a line of moves is refused, with the rule behind it; or that it is allowed."""
    terminal = play.terminal
    no = play.last_refusal
    if words:
        tried = play.rehearse(words)
        no = tried.no
        if no is None:
            key = "is_allowed_so_far" if tried.rest else "is_allowed"
            moves = enumerate_texts(tried.labels, play.screen.to)
            terminal.print(Text(terminal.say(key, move=moves, rest=" ".join(tried.rest))))
            return False
    if no is None:
        example = play.view()["moves"][-1]
        terminal.print(Text(terminal.say("why_nothing", example=example)))
        return False
    play.show_refusal(no)
    rule = play.game.book.rules[no.behind]
    if rule.id != no.rule:
        line = Text(f"{rule.id}: {rule.whole(terminal.language)}", style="dim")
        terminal.print(Padding(line, (0, 0, 0, 2)))
    return False


def undo(play: Play, words: list[str]) -> bool:
    text = play.undo()
    if text is None:
        return False
    verb = play.game.speech.verb(text, play.screen.to)
    play.message = play.terminal.say("undone", move=verb)
    return True


def show_log(play: Play, words: list[str]) -> bool:
    lines = play.table.lines(play.seat)
    play.terminal.print_long(*(play.screen.log_line(line) for line in lines))
    return False


def save(play: Play, words: list[str]) -> bool:
    if not words:
        play.terminal.print(Text(play.terminal.say("save_how")))
        return False
    play.save(" ".join(words))
    return False


def hint(play: Play, words: list[str]) -> bool:
    """The best options, what each would leave, and why; from what the seat knows alone."""
    try:
        from kamiza.bots.hints import hint as think
    except ImportError:
        play.terminal.print(Text(play.terminal.say("no_bots")))
        return False
    terminal, to = play.terminal, play.screen.to
    found = think(play.game, play.game.view(play.table.state, play.seat), len(play.table.acts))
    if found.is_only:
        terminal.print(Text(terminal.say("hint_only")))
    even = percent(found.even, terminal.language)
    terminal.print(Text(terminal.say("hint", even=even, count=found.worlds), style="dim"))
    for place, option in enumerate(found.options, 1):
        chance = percent(option.chance, terminal.language)
        name = filled(option.name[to.language], to)
        terminal.print(Text(f"{place}  {chance:>9}  {name} [{' '.join(option.moves)}]"))
        if option.why[to.language]:
            why = Text(filled(option.why[to.language], to), style="dim")
            terminal.print(Padding(why, (0, 0, 0, 14)))
    if len(found.options) > 1 and found.options[0].chance - found.options[1].chance < found.margin:
        terminal.print(Text(terminal.say("hint_equal")))
    return False


def leave(play: Play, words: list[str]) -> bool:
    play.offer_to_keep()
    raise Leave


COMMANDS: dict[str, Run] = {
    "?": show_help,
    "help": show_help,
    "rules": show_rules,
    "rule": show_rules,
    "cards": show_cards,
    "why": explain,
    "undo": undo,
    "log": show_log,
    "save": save,
    "hint": hint,
    "quit": leave,
    "exit": leave,
    "q": leave,
}

# What can be typed at any question, because it leaves the table as it is.
ASIDE = ("?", "help", "rules", "rule", "cards", "log", "save", "quit", "exit", "q")
# The same while the keyboard goes from hand to hand: nothing that shows what one seat knows.
BETWEEN_SEATS = ("?", "help", "save", "quit", "exit", "q")
