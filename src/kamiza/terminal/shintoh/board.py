"""The table of Shintoh as lines of text: the altar, the piles, everybody's row, the own hand."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule as Ruler
from rich.text import Text

from kamiza.games.shintoh.cards import KINDS
from kamiza.terminal.screen import seal
from kamiza.terminal.shintoh.speech import Speech, View

NAME_WIDTH = 16
ROW_INDENT = 6


def table(speech: Speech, view: View, marks: dict[str, str], tightness: int = 0) -> RenderableType:
    """Everything on the table; `marks` says who is a bot and who is you. First the story of the
    god is cut to one line, then the head of the columns goes."""
    parts: list[RenderableType] = [heading(speech, view)]
    if view["altar"]:
        parts.append(altar(speech, view, is_one_line=tightness > 0))
    rows = players(speech, view, marks)
    parts += [piles(speech, view), *(rows[1:] if tightness > 1 else rows)]
    if "private" in view:
        parts.append(own_cards(speech, view))
    return Group(*parts)


def heading(speech: Speech, view: View) -> RenderableType:
    number = speech.say("competition_of", number=view["competition"], count=view["competitions"])
    return Ruler(Text(f"{speech.title} · {number}", style="bold"), style="yellow")


def altar(speech: Speech, view: View, is_one_line: bool) -> RenderableType:
    """The god competed for, what it is worth, and its treasure or story."""
    card = speech.god_card(view["altar"], view)
    text = Text(no_wrap=is_one_line, overflow="ellipsis" if is_one_line else None)
    text.append(f" {card['name']} ", style="bold reverse yellow")
    if not speech.to.is_japanese():
        text.append(f" {card['kanji']}")
    is_treasure = card["points"] is None
    worth = speech.say("treasure") if is_treasure else speech.points(card["points"])
    # The frame of the name already ends with a space, and wide letters need no second one.
    gap = "" if speech.to.is_japanese() else "  "
    text.append(f"{gap}{worth}", style="bold yellow")
    description = card.get("text") or card.get("story")
    if description:
        text.append(f"  {description}", style="italic")
    return text


def piles(speech: Speech, view: View) -> RenderableType:
    harvest = speech.kind(view["harvest"]) if view["harvest"] else speech.say("empty")
    text = Text()
    text.append(f"{speech.say('harvest_card')} ", style="dim")
    text.append(harvest, style="bold cyan")
    for key, value in (
        ("offering_pile", str(view["offering_pile"])),
        ("discard", speech.kinds(view["discard"]) or speech.say("empty")),
        ("god_pile", str(view["god_pile"])),
    ):
        text.append(f"  {speech.say(key)} ", style="dim")
        text.append(value)
    return text


# -- everybody's row --------------------------------------------------------------------------


def players(speech: Speech, view: View, marks: dict[str, str]) -> list[RenderableType]:
    """A line per player, and a second one for those who own gods; columns line up."""
    head = ["", "", "", "", speech.say("laid"), speech.say("total"), speech.say("hand"), ""]
    rows = [[Text(word, style="dim") for word in head]]
    rows += [cells(speech, view, player, marks) for player in view["players"].values()]
    widths = [max(row[column].cell_len for row in rows) for column in range(len(head))]
    lines: list[RenderableType] = [line_up(rows[0], widths)]
    for player, row in zip(view["players"].values(), rows[1:]):
        lines.append(line_up(row, widths))
        if has_gods_line(player):
            lines.append(gods_line(speech, view, player))
    return lines


def has_gods_line(player: dict[str, Any]) -> bool:
    """Without a god to name, the mark of the one face down stands on the player's own line."""
    return bool(player["gods"]) or "face_down_god" in player


def line_up(row: list[Text], widths: list[int]) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    for cell, width in zip(row, widths):
        line.append_text(cell)
        line.append(" " * (width - cell.cell_len + 1))
    line.rstrip()
    return line


def cells(speech: Speech, view: View, player: dict[str, Any], marks: dict[str, str]) -> list[Text]:
    """One player: who, how it stands, what is laid, the total, the hand, the rest."""
    seat = player["seat"]
    is_asked = seat == view["asked"]
    name = Text(speech.to.name(seat), style="bold" if is_asked else "")
    if seat in marks:
        name.append(f" ({marks[seat]})", style="dim not bold")
    name.truncate(NAME_WIDTH, overflow="ellipsis")
    dealer = f"{speech.say('dealer')}" if seat == view["dealer"] else ""
    hidden = "?  " if player["face_down"] and not has_gods_line(player) else ""
    rest = [dealer] if dealer else []
    if player["role_taken"] and view["settings"]["role_knowledge"] != "open_book":
        rest.append(speech.say("role_card_taken"))
    return [
        Text("▸" if is_asked else " ", style="bold"),
        seal(seat),
        name,
        state_word(speech, view, player),
        Text(speech.kinds(player["placed"]) or "–"),
        Text(str(player["total"]) if player["total"] else "–", style="bold"),
        Text(hand_of(speech, view, player)),
        Text(hidden + ", ".join(rest), style="dim"),
    ]


def state_word(speech: Speech, view: View, player: dict[str, Any]) -> Text:
    if view["asked"] is None:
        return Text("")
    if not player["in"]:
        return Text(speech.say("out"), style="dim")
    highest = max(other["total"] for other in view["players"].values())
    if player["total"] and player["total"] == highest:
        return Text(speech.say("leads"), style="bold green")
    return Text("")


def hand_of(speech: Speech, view: View, player: dict[str, Any]) -> str:
    """The number of cards; in a replay all of them, with the tracker those that are known."""
    if "hand" in player:
        return speech.kinds(player["hand"]) or "–"
    size = str(player["hand_size"])
    if "known" not in player or player["seat"] == view["seat"] or not player["hand_size"]:
        return size
    unknown = f"?{player['unknown']}" if player["unknown"] else ""
    return f"{size}: {speech.kinds(player['known'])} {unknown}".rstrip()


def gods_line(speech: Speech, view: View, player: dict[str, Any]) -> RenderableType:
    """The gods a player has won, with their printed points; "?" is one that lies face down."""
    names = [god_text(speech, view, god) for god in player["gods"]]
    text = Text()
    text.append(" · ".join(names), style="yellow")
    if len(player["gods"]) > 1 and player["points"]:
        text.append(f" = {player['points']}", style="bold")
    if player.get("face_down_god"):
        text.append("  " + speech.say("face_down_is", god=speech.god(player["face_down_god"])))
    elif player["face_down"]:
        text.append(" + ?", style="dim")
    return Padding(text, (0, 0, 0, ROW_INDENT))


def god_text(speech: Speech, view: View, god: str) -> str:
    return speech.speech.god_with_points(god, view, speech.to)


# -- the own cards ----------------------------------------------------------------------------


def own_cards(speech: Speech, view: View) -> RenderableType:
    """The hand as three stacks, and the god that lies face down."""
    private = view["private"]
    text = Text()
    text.append(f"{speech.say('your_hand')}  ", style="bold")
    for kind in KINDS:
        count = private["hand"][kind]
        text.append(f"{speech.stack(kind, count)}  ", style="bold cyan" if count else "dim")
    text.append(f"= {private['influence']}", style="bold")
    if private["face_down_god"]:
        god = god_text(speech, view, private["face_down_god"])
        text.append(f"   {speech.say('yours_face_down', god=god)}", style="yellow")
    return text
