"""The table of Kodama as lines of text: season and decree, display, everybody's row, the own tree
as an outline, and a tree as a picture of letters."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule as Ruler
from rich.text import Text

from kamiza.core.action import seat_of
from kamiza.core.speech import Listener
from kamiza.games.kodama.cards import BRANCHES
from kamiza.games.kodama.rules.geometry import has_inside
from kamiza.games.kodama.speech import KodamaSpeech
from kamiza.terminal.console import plain_table, read_words
from kamiza.terminal.screen import SEAT_STYLES, View

MARKS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CELL = 110  # tenths of a millimetre per letter across; a letter is about twice as high as wide
ROW = 220


class Board:
    """Draws one listener's table."""

    def __init__(self, speech: KodamaSpeech, to: Listener, title: str) -> None:
        self.speech = speech
        self.to = to
        self.title = title
        self.own_words = read_words("kodama/words.toml")

    def say(self, key: str, **facts: object) -> str:
        """Words of the game, or of its terminal screen."""
        words = self.own_words if key in self.own_words.words else self.speech.words
        return words.say(key, self.to.language, **facts)

    # -- the table ----------------------------------------------------------------------------

    def table(self, view: View, marks: dict[str, str], tightness: int) -> RenderableType:
        """Everything on the table; where space is short the outline of the tree goes first."""
        parts = [self.heading(view), self.decree(view), *self.players(view, marks)]
        if view["seat"] is not None and tightness < 2:
            parts.append(self.outline(view, view["seat"]))
        if "private" in view and tightness < 1:
            parts.append(self.hand(view))
        return Group(*parts)

    def heading(self, view: View) -> RenderableType:
        season = self.say(view["season"])
        phase = self.say("round_of", number=view["round"], count=view["rounds"])
        if view["phase"] != "growing":
            phase = self.say("kodama_phase" if view["phase"] == "kodama" else "over")
        deck = self.say("deck_count", count=view["deck"])
        return Ruler(
            Text(f"{self.title} · {season} · {phase} · {deck}", style="bold"), style="green"
        )

    def decree(self, view: View) -> RenderableType:
        text = Text()
        text.append(f"{self.say('decree')} ", style="dim")
        if view["decree"] is None:
            return text.append(self.say("no_decree"), style="dim")
        table = self.speech.decree(view["decree"])
        text.append(self.speech.name_of(table, self.to), style="bold yellow")
        rule = table.text("text_ja" if self.to.is_japanese() else "text")
        return text.append(f"  {rule}", style="italic")

    def players(self, view: View, marks: dict[str, str]) -> list[RenderableType]:
        rows = plain_table("fixed", "fixed", "fixed", "fixed", "fixed", "fixed", "text", gap=1)
        head = ("", "", "", "score", "cards_grown", "last_turn", "")
        rows.add_row(*(Text(self.say(key) if key else "", style="dim") for key in head))
        for player in view["players"].values():
            rows.add_row(*self.cells(view, player, marks))
        return [rows]

    def cells(self, view: View, player: dict[str, Any], marks: dict[str, str]) -> list[Text]:
        """One player: who, trunk, score, cards, last turn, what else."""
        seat = player["seat"]
        is_asked = seat == view["asked"]
        name = Text(self.to.name(seat), style="bold" if is_asked else "")
        if seat in marks:
            name.append(f" ({marks[seat]})", style="dim not bold")
        last = player["last"]["base"] + player["last"]["bonus"]
        rest = [self.say(player["feature"]), self.say("hand_count", count=player["hand_size"])]
        if seat == view["first"]:
            rest.append(self.say("first_player"))
        return [
            Text("▸" if is_asked else " ", style="bold"),
            seal(seat),
            name,
            Text(str(player["score"]), style="bold"),
            Text(str(len(player["tree"]) - 1)),
            Text(f"{last}"),
            Text(", ".join(rest), style="dim"),
        ]

    # -- trees --------------------------------------------------------------------------------

    def outline(self, view: View, seat: str) -> RenderableType:
        """The own tree, every card indented under the card it grows on."""
        tree = view["players"][seat]["tree"]
        lines = [Text(self.say("your_tree"), style="bold")] if seat == view["seat"] else []
        for number in self.in_order(tree, 0):
            card = tree[number]["card"]
            text = Text(f"{'  ' * tree[number]['depth']}{number:>2} ", style="bold cyan")
            if self.speech.content.card_number(card) < BRANCHES:
                text.append(self.speech.card_with_icons(card, self.to), style="not bold default")
            else:
                text.append(self.speech.tree_card(card, self.to), style="not bold green")
            lines.append(text)
        return Group(*lines)

    def in_order(self, tree: list[dict[str, Any]], number: int) -> list[int]:
        """A card and everything that grows on it, from the trunk up."""
        found = [number]
        for child, card in enumerate(tree):
            if card["parent"] == number:
                found += self.in_order(tree, child)
        return found

    def picture(self, view: View, seat: str) -> RenderableType:
        """A tree as letters: each cell shows the number of the card that lies on top there."""
        tree = view["players"][seat]["tree"]
        cards = []
        for entry in tree:
            form = self.speech.content.form_of[self.speech.content.card_number(entry["card"])]
            cards.append((form.at(entry["rot"]), entry["x"], entry["y"]))
        left = min(x + turned.left for turned, x, _ in cards)
        right = max(x + turned.right for turned, x, _ in cards)
        top = max(y + turned.top for turned, _, y in cards)
        lines = []
        for y in range(top - top % ROW, -1, -ROW):
            line = Text(no_wrap=True)
            for x in range(left - left % CELL, right + 1, CELL):
                number = on_top(cards, x + CELL // 2, y + ROW // 2)
                style = SEAT_STYLES[number % len(SEAT_STYLES)] if number >= 0 else ""
                line.append(MARKS[number] if number >= 0 else " ", style=style)
            lines.append(line)
        return Group(*lines, self.outline(view, seat))

    # -- points -------------------------------------------------------------------------------

    def hand(self, view: View) -> RenderableType:
        """The own Kodama with what each would score now."""
        rows = plain_table("fixed", "fixed", "text")
        for card in view["private"]["hand"]:
            table = self.speech.spirit(card["kodama"])
            rule = table.text("text_ja" if self.to.is_japanese() else "text")
            rows.add_row(
                Text(self.speech.name_of(table, self.to), style="yellow"),
                Text(self.say("now", points=self.speech.points(card["points"], self.to))),
                Text(rule, style="italic dim"),
            )
        return Group(Text(self.say("your_kodama"), style="bold"), rows)

    def places(self, view: View) -> RenderableType:
        """What each card that can be taken would score on each card of the own tree."""
        places = view.get("places", [])
        rows = plain_table("fixed", *("fixed" for _ in places))
        heads = [Text(entry["card"], style="bold") for entry in places]
        rows.add_row(Text(""), *heads)
        for number, card in enumerate(view["players"][view["seat"]]["tree"]):
            cells = [self.place(entry["parents"][number], view["limit"]) for entry in places]
            rows.add_row(Text(f"{number:>2} {card['card']}", style="cyan"), *cells)
        return rows

    def place(self, entry: dict[str, Any], limit: int) -> Text:
        if entry["state"] == "over":
            return Text(self.say("over_limit", limit=limit), style="dim")
        if entry["state"] == "full":
            return Text(self.say("no_room"), style="dim")
        bonus = f"+{entry['bonus']}" if entry["bonus"] else ""
        return Text(f"{entry['base']}{bonus}", style="bold")

    def ending(self, view: View) -> RenderableType:
        """Where everybody's points came from, by season."""
        rows = plain_table("fixed", "fixed", "fixed", "fixed", "fixed", "fixed", "text")
        keys = ("", "", "base_points", "decree_points", "kodama_points", "score", "trunk_icons")
        rows.add_row(*(Text(self.say(key) if key else "", style="dim") for key in keys))
        for seat, entry in view["result"]["seats"].items():
            points = entry["points"]
            parts = [added(points[name], points["sums"][name]) for name in points["sums"]]
            rows.add_row(
                seal(seat),
                Text(self.to.name(seat)),
                *(Text(part) for part in parts),
                Text(str(entry["score"]), style="bold"),
                Text(str(entry["trunk_icons"])),
            )
        return rows


def seal(seat: str) -> Text:
    """The letter of a seat in its colour."""
    return Text(f" {seat} ", style=f"bold reverse {SEAT_STYLES[seat_of(seat)]}")


def added(points: list[int], total: int) -> str:
    """Points of the three seasons and their sum."""
    return f"{'+'.join(map(str, points))} = {total}"


def on_top(cards: list[tuple[Any, int, int]], x: int, y: int) -> int:
    """The last placed card that lies at a point, or -1."""
    for number in range(len(cards) - 1, -1, -1):
        turned, card_x, card_y = cards[number]
        if has_inside(turned, x - card_x, y - card_y):
            return number
    return -1
