"""The screen of Kami-sama: four small maps, everybody's row, the final sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule as Ruler
from rich.text import Text

from kamiza.core.action import seat_number
from kamiza.core.game import Game
from kamiza.games.kamisama.speech import KamisamaSpeech
from kamiza.terminal.console import Terminal, plain_table, read_words
from kamiza.terminal.screen import SEAT_STYLES, Screen, View

ROWS = "1234"
COLUMNS = "abcd"
FOX = "kitsune"
FOX_STYLE = "yellow"
MAP_WIDTH = 19


class KamisamaScreen(Screen):
    """The table of Kami-sama."""

    def __init__(self, game: Game, terminal: Terminal, names: Sequence[str]) -> None:
        super().__init__(game, terminal, names)
        self.own_words = read_words("kamisama/words.toml")
        assert isinstance(game.speech, KamisamaSpeech)
        self.speech = game.speech

    def word(self, key: str, **facts: object) -> str:
        """Words of this screen, or of the game."""
        words = self.own_words if key in self.own_words.words else self.game.words
        return words.say(key, self.to.language, **facts)

    def introduction(self, view: View) -> RenderableType:
        keys = ("aim", "turn_cubes", "turn_goal", "year_end", "map_help")
        return Group(*(Text(self.word(key)) for key in keys))

    def table(self, view: View, tightness: int = 0) -> RenderableType:
        parts: list[RenderableType] = [self.heading(view)]
        if view["goal"]:
            parts.append(self.goal(view, short=tightness > 1))
            maps = [self.village(view, village, tightness) for village in view["villages"]]
            parts.append(Columns(maps, padding=(0, 1), width=MAP_WIDTH))
        parts.append(self.players(view))
        if view["kitsune"]:
            parts.append(self.fox(view))
        if view["draft"]:
            parts.append(self.hand(view))
        if "private" in view and tightness == 0 and view["private"]["kami"]:
            parts.append(self.own_kami(view))
            if view["players"][view["seat"]]["villagers"]:
                parts.append(self.own_villagers(view))
        return Group(*parts)

    def heading(self, view: View) -> RenderableType:
        facts = {name: view[name] for name in ("year", "years", "round")}
        title = self.game.book.title[self.to.language]
        return Ruler(Text(f"{title} · {self.word('year_round', **facts)}", style="bold"))

    def goal(self, view: View, short: bool) -> Text:
        ja = "_ja" if self.to.is_japanese() else ""
        text = Text(f"{self.word('goal_line')}: ", style="dim")
        text.append(view["goal"][f"name{ja}"], style="bold yellow")
        if not short:
            text.append(f"  {view['goal'][f'text{ja}']}")
        return text

    # -- villages -----------------------------------------------------------------------------

    def village(self, view: View, village: dict[str, Any], tightness: int) -> RenderableType:
        name = self.word(f"village_{village['id']}")
        marks = ("☾" if village["moon"] else "") + ("K" if village["kitsune"] else "")
        lines = [Text(f"{village['id']} {name} {marks}".rstrip(), style="bold")]
        if tightness < 2:
            lines.append(Text("   a   b   c   d", style="dim"))
        for row in ROWS:
            line = Text(f"{row} ", style="dim")
            for column in COLUMNS:
                line.append_text(self.cell(village, column + row))
            lines.append(line)
        lines.append(self.ranking(village))
        if tightness == 0:
            lines.append(Text(self.seat_before(village), style="dim"))
            facts = {"count": village["tokens"], "deck": village["deck"]}
            lines.append(Text(self.word("tokens_left", **facts), style="dim"))
        return Group(*lines)

    def cell(self, village: dict[str, Any], cell: str) -> Text:
        if cell not in village["spaces"]:
            return Text("    ")
        code = self.word(f"code_{village['spaces'][cell]}")
        piece = village["pieces"].get(cell)
        text = Text(code, style="dim")
        if piece is None:
            mark = "+" if f"{village['id']}.{cell}" in village["completes"].split() else "·"
            text.append(f"{mark} ", style="bold green" if mark == "+" else "dim")
            return text
        owner = piece["owner"]
        style = FOX_STYLE if owner == FOX else SEAT_STYLES[seat_number(owner)]
        letter = "*" if piece["piece"] == "seed" else "K" if owner == FOX else owner
        text.append(letter, style=f"bold reverse {style}")
        text.append("!" if piece.get("fear") else " ", style="bold red")
        return text

    def ranking(self, village: dict[str, Any]) -> Text:
        text = Text(f"{self.word('chains')} ", style="dim")
        for entry in village["ranking"]:
            letter = "K" if entry["seat"] == FOX else entry["seat"]
            text.append(f"{letter}{entry['chain']} ", style="bold")
        if not village["ranking"]:
            text.append("–")
        return text

    def seat_before(self, village: dict[str, Any]) -> str:
        if village["faces"] is None:
            return self.word("faces_nobody")
        return self.word("faces", name=self.to.name(village["faces"]))

    # -- players ------------------------------------------------------------------------------

    def players(self, view: View) -> RenderableType:
        table = plain_table("fixed", "fixed", "fixed", "fixed", "fixed", "fixed", "fixed", "text")
        keys = ("tracks", "vp", "tokens", "supply", "villagers")
        heads = ["", "", "", *(self.word(f"head_{key}") for key in keys)]
        table.add_row(*(Text(head, style="dim") for head in heads))
        for player in view["players"].values():
            table.add_row(*self.player(view, player))
        return table

    def player(self, view: View, player: dict[str, Any]) -> list[Text]:
        seat = player["seat"]
        name = Text(self.to.name(seat), style="bold" if seat == view["asked"] else "")
        kami = self.speech.kami_table(player["kami"]) if player["kami"] else None
        tokens = " ".join(f"{v}{n}" for v, n in player["tokens"].items() if n)
        rest = Text(str(player["villager_count"]))
        if player["villagers"] is not None:  # face up, or one's own [KS-RUL-14]
            rest.append(f" ({player['villager_points']})")
        if seat == view["active"]:
            turn = view["turn"]
            facts = {"cubes": turn["cubes"], "basics": turn["basics"]}
            rest.append(f"  {self.word('cubes_left', **facts)}", style="bold")
        return [
            self.seal(seat),
            name,
            Text(self.speech.name_of(kami, self.to) if kami else "?"),
            Text(f"{player['favor']}/{player['nature']}"),
            Text(str(player["vp"]), style="bold"),
            Text(tokens or "–"),
            Text(str(player["supply"])),
            rest,
        ]

    def fox(self, view: View) -> Text:
        village = self.word(f"village_{view['kitsune']['village']}")
        facts = {"supply": view["kitsune"]["supply"], "village": village}
        return Text(self.word("fox_line", **facts), style=FOX_STYLE)

    def hand(self, view: View) -> Text:
        draft = view["draft"]
        if draft["hand"] is None:
            return Text(self.word("hand_hidden", count=draft["hand_size"]), style="dim")
        names = [self.speech.card_name(card, self.to) for card in draft["hand"]]
        return Text(f"{self.word('hand_line')}: {', '.join(names)}")

    def own_kami(self, view: View) -> Text:
        sheet = self.speech.kami_table(view["private"]["kami"])
        passive = sheet.table("passive")
        text = Text(f"{self.speech.name_of(sheet, self.to)}: ", style="bold")
        text.append(self.speech.text_of(passive, self.to), style="not bold dim")
        return text

    def own_villagers(self, view: View) -> Text:
        cards = view["players"][view["seat"]]["villagers"]
        names = [self.speech.card_name(card, self.to) for card in cards]
        text = Text(f"{self.word('your_villagers')}: ", style="bold")
        text.append(", ".join(names), style="not bold dim")
        return text

    # -- the end ------------------------------------------------------------------------------

    def ending(self, view: View) -> list[RenderableType]:
        rows = plain_table("fixed", "fixed", "text", "fixed")
        order = sorted(view["result"]["seats"].items(), key=lambda entry: entry[1]["rank"])
        for seat, entry in order:
            tracks = " + ".join(map(str, entry["tracks"]))
            parts = [self.word("count_tracks", tracks=tracks)]
            facts = {name: entry[name] for name in ("sets", "tokens", "villagers")}
            parts.append(self.word("count_rest", **facts))
            total = Text(str(entry["score"]), style="bold")
            rows.add_row(
                self.seal(seat),
                Text(self.to.name(seat)),
                Text(", ".join(parts)),
                total,
            )
        return [rows]
