"""The table of Kamigami Battles as a few lines: Hall, players, Chain, Attack, hand."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kamiza.core.content import read_toml
from kamiza.core.game import Game
from kamiza.core.rules import Words
from kamiza.terminal.console import Terminal, plain_table
from kamiza.terminal.screen import Screen, View

STYLES = {"blue": "blue", "green": "green", "red": "red", "white": "bold", "yellow": "yellow"}
LETTERS = {"blue": "B", "green": "G", "red": "R", "white": "W", "yellow": "Y"}


class BattlesScreen(Screen):
    """Kamigami Battles in a terminal."""

    def __init__(self, game: Game, terminal: Terminal, names: Sequence[str]) -> None:
        super().__init__(game, terminal, names)
        here = files("kamiza.terminal") / "battles"
        self.mine = Words(read_toml(here, "words.toml"))
        cards = game.speech.cards(self.to.language, spoilers=True)
        self.cards = {str(card["id"]): card for card in cards}

    def tell(self, key: str, **facts: object) -> str:
        return self.mine.say(key, self.to.language, **facts)

    def introduction(self, view: View) -> RenderableType:
        return Group(*(Text(self.tell(key)) for key in ("aim", "turn", "reacts")))

    # -- the table ----------------------------------------------------------------------------

    def table(self, view: View, tightness: int = 0) -> RenderableType:
        rows = plain_table("fixed", "text")
        head = f"{self.tell('round', round=view['round'])}  {self.phase(view)}"
        rows.add_row(Text(""), Text(head, style="dim"))
        if tightness < 2 or view["phase"] == "recruit":
            for name in ("warriors", "artifacts", "disciples"):
                label = self.tell("hall") if name == "warriors" else ""
                rows.add_row(Text(label, style="dim"), self.piles(view["hall"][name]))
        for player in view["players"].values():
            rows.add_row(self.seal(player["seat"]), self.player(view, player, tightness))
        rows.add_row(Text(self.tell("chain"), style="dim"), self.chain(view))
        if view["attack"]:
            rows.add_row(Text(self.tell("attack"), style="bold red"), self.attack(view["attack"]))
        if "private" in view:
            rows.add_row(Text(self.tell("hand"), style="dim"), self.hand(view))
        return rows

    def phase(self, view: View) -> str:
        if view["phase"] is None:
            return ""
        faith = self.tell("faith", count=view["faith"])
        return f"{self.say(view['phase'])} · {self.to.name(view['active'])} · {faith}"

    def card(self, id: str) -> Text:
        """A name in its colour, with the letters of its colours: R>GY."""
        card = self.cards[id]
        text = Text(str(card["name"]), style=STYLES.get(str(card.get("color", "")), ""))
        if "color" in card:
            chain = "".join(LETTERS[colour] for colour in card["chain"])
            text.append(f" {LETTERS[card['color']]}>{chain}", style="dim")
        return text

    def piles(self, row: list[dict[str, Any] | None]) -> Text:
        parts = []
        for pile in row:
            if pile is not None:
                text = self.card(pile["card"])
                mark = "bold" if pile["affordable"] else "dim"
                text.append(f" {pile['price']}", style=mark)
                text.append(f"×{pile['count']}" if pile["count"] != 1 else "", style="dim")
                parts.append(text)
        return Text(" · ").join(parts)

    def player(self, view: View, player: View, tightness: int) -> Text:
        name = self.to.name(player["seat"])
        text = Text(name, style="bold" if player["seat"] == view["active"] else "")
        if player["status"] != "in":
            text.append(f"  {self.tell(player['status'])}", style="red")
        if player["god"] is not None and player["god"] in self.cards:
            text.append(f"  {self.cards[player['god']]['name']} {player['energy']}")
        if player["temple"] is not None and player["temple"] in self.cards:
            style = "" if player["temple_up"] else "dim strike"
            temple = f"  {self.cards[player['temple']]['name']} {player['temple_energy']}"
            text.append(temple, style=style)
        sizes = {"hand": player["hand_size"], "deck": player["deck_size"]}
        where = self.tell("deck", discard=len(player["discard"]), **sizes)
        text.append(f"  {where}", style="dim")
        if player["area"] and tightness < 2:
            text.append(f"  {self.tell('area')}: ", style="dim")
            text.append(Text(", ").join(self.card(id) for id in player["area"]))
        return text

    def chain(self, view: View) -> Text:
        if not view["chain"]:
            return Text(self.tell("open_to_all"), style="dim")
        text = Text(" → ").join(self.card(id) for id in view["chain"])
        text.append("  → ")
        for colour in view["colours"]:
            text.append(f"{LETTERS[colour]} {self.say(colour)} ", style=STYLES[colour])
        return text

    def attack(self, attack: View) -> Text:
        target = self.game.speech.fact("target", attack["target"], self.to)
        text = Text(str(self.game.speech.fact("source", attack["source"], self.to)))
        numbers = {key: attack[key] for key in ("value", "defence", "loss")}
        text.append("  " + self.tell("tally", target=target, **numbers), style="bold")
        return text

    def hand(self, view: View) -> Text:
        parts = []
        for id in view["private"]["hand"]:
            text = self.card(id)
            if id not in view["private"]["playable"]:
                text.stylize("dim")
            parts.append(text)
        return Text(" · ").join(parts)

    def ending(self, view: View) -> list[RenderableType]:
        rows = plain_table("fixed", "fixed", "fixed")
        for seat, place in view["result"]["seats"].items():
            score = Text(f"{place['rank']}.  {place['score']}")
            rows.add_row(self.seal(seat), Text(self.to.name(seat)), score)
        return [rows]
