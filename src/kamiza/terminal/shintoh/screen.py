"""The screen of Shintoh: fixed numbers for moves, bids, roles, the count."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kamiza.core.game import Game
from kamiza.core.speech import Line
from kamiza.games.shintoh.cards import KINDS
from kamiza.terminal.console import Terminal, number_of
from kamiza.terminal.screen import Choice, Command, Screen, View
from kamiza.terminal.shintoh import board, count
from kamiza.terminal.shintoh.speech import Speech

# The number of a move never changes from turn to turn, so that fingers can learn it.
TURN_MOVES = ("pass", "+rice", "+sake", "+salt", "jewel", "mirror", "sword", "look", "stop")
PICK_MOVES = ("", "pick rice", "pick sake", "pick salt")
ROB_MOVES = ("rob A", "rob B", "rob C", "rob D")


def numbered_moves(question: str) -> Sequence[str]:
    """The moves of a question in the order of their numbers."""
    if question == "MIRROR_PICK":
        return PICK_MOVES
    return ROB_MOVES if question == "SWORD_TARGET" else TURN_MOVES


def with_its_word(choice: Choice) -> Choice:
    """The introduction speaks of `look`; here one sees which move that is."""
    if choice.text != "look":
        return choice
    return choice._replace(label=f"{choice.label} (look)", effect="")


class ShintohScreen(Screen):
    """The table of Shintoh."""

    def __init__(self, game: Game, terminal: Terminal, names: Sequence[str]) -> None:
        super().__init__(game, terminal, names)
        self.speech = Speech(game, self.to)
        self.numbers_stay = True
        say = self.speech.say
        self.commands = {
            "bid": Command(say("command_bid"), say("command_bid_help"), self.bid),
            "roles": Command("roles", say("command_roles_help"), self.show_roles),
        }

    def introduction(self, view: View) -> RenderableType:
        say = self.speech.say
        is_open = view["settings"]["role_knowledge"] == "open_book"
        roles = "roles_open" if is_open else "roles_memory"
        values = [role["value"] for role in view["roles"]]
        aim = say("aim", low=min(values), high=max(values))
        lines = [aim, say("turn_dedicate"), say("turn_pass"), say(roles), say("start_god")]
        return Group(*(Text(line) for line in lines))

    def examples(self, view: View) -> tuple[str, str, str]:
        return "+rice, stop, pass", "+rice +salt stop", "2 4 9"

    def table(self, view: View, tightness: int = 0) -> RenderableType:
        return board.table(self.speech, view, self.marks(view), tightness)

    def where(self, view: View) -> dict[str, str]:
        return count.owners(self.speech, view)

    def before_count(self, lines: list[Line]) -> list[Line]:
        return lines[:-1]  # who has won is told after the count

    def ending(self, view: View) -> list[RenderableType]:
        return count.ending(self.speech, view)

    # -- moves --------------------------------------------------------------------------------

    def choices(self, view: View) -> list[Choice]:
        numbers = numbered_moves(view["question"])
        return [
            with_its_word(choice._replace(number=numbers.index(choice.text) + 1))
            for choice in super().choices(view)
        ]

    def move_of_number(self, number: int, view: View) -> str | None:
        moves = numbered_moves(view["question"])
        return moves[number - 1] or None if 1 <= number <= len(moves) else None

    def move_of_words(self, words: str, view: View) -> str | None:
        """Kinds and seats without their verb, seats by letter or name: "rice", "rob b"."""
        verb, _, rest = words.casefold().rpartition(" ")
        for kind in KINDS:
            if rest in (kind, self.speech.say(kind)) and verb in ("", "add", "lay", "+", "pick"):
                is_pick = view["question"] == "MIRROR_PICK" or verb == "pick"
                return f"pick {kind}" if is_pick else f"+{kind}"
        if verb in ("rob", "take from") or (not verb and view["question"] == "SWORD_TARGET"):
            for seat in view["players"]:
                if rest in (seat.casefold(), self.to.name(seat).casefold()):
                    return f"rob {seat}"
        return None

    def beside_question(self, view: View) -> str:
        if view["question"] not in ("TURN", "GIVE") or not view["bar"]:
            return ""
        return self.speech.say("to_beat", bar=view["bar"])

    # -- commands -----------------------------------------------------------------------------

    def show_roles(self, words: list[str], view: View) -> None:
        self.terminal.print_long(count.roles(self.speech, view))

    def bid(self, words: list[str], view: View) -> str | None:
        """Propose the cards for a total; the moves to send, if that is what is wanted."""
        wanted = number_of(words[0]) if words else None
        if len(words) > 1 or (words and wanted is None):
            self.terminal.print(self.speech.say("bid_how"))
            return None
        bid = self.speech.speech.bid(wanted, view, self.to)
        if not bid.moves:
            self.terminal.print(f"{bid.text} [{bid.rule}]" if bid.rule else bid.text)
        elif self.terminal.is_agreed(bid.text):
            return bid.moves
        else:
            self.terminal.print(self.terminal.say("not_done"))
        return None
