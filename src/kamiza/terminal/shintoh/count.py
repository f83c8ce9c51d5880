"""The roles while the game runs, and the count at its end, step by step."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule as Ruler
from rich.text import Text

from kamiza.terminal.console import plain_table
from kamiza.terminal.screen import seal
from kamiza.terminal.shintoh.speech import Speech, View


def owners(speech: Speech, view: View) -> dict[str, str]:
    """Where each god is, as far as the seat may know."""
    places = {god: seat for seat, player in view["players"].items() for god in player["gods"]}
    if view["altar"]:
        places[view["altar"]] = speech.say("on_altar")
    hidden = view.get("private", {}).get("face_down_god")
    if hidden:
        places[hidden] = speech.say("face_down_yours")
    return places


def roles(speech: Speech, view: View) -> RenderableType:
    """The ten roles: with their gods for those who may read the face of the role card."""
    is_face = speech.speech.may_see_secrets(view)
    places = owners(speech, view)
    grid = plain_table("text", "fixed", "text")
    for role in view["roles"]:
        cells = [Text(speech.role(role)), Text(str(role["value"]), style="bold")]
        if is_face:
            cells.append(Text(", ".join(member_text(speech, places, g) for g in role["members"])))
        grid.add_row(*cells)
    title = speech.say("roles_face" if is_face else "roles_back")
    return Group(Text(title, style="italic"), Padding(grid, (0, 0, 0, 1)))


def member_text(speech: Speech, places: dict[str, str], god: str) -> str:
    return f"{speech.god(god)} [{places[god]}]" if god in places else speech.god(god)


# -- the end ----------------------------------------------------------------------------------


def ending(speech: Speech, view: View) -> list[RenderableType]:
    """One step per player, the last places first, then everybody's rank."""
    result = view["result"]["seats"]
    order = sorted(result, key=lambda seat: -int(result[seat]["rank"]))
    return [*(player_count(speech, view, seat) for seat in order), final_table(speech, view)]


def player_count(speech: Speech, view: View, seat: str) -> RenderableType:
    """The gods of one player, then each role with its story, then the sum."""
    player, result = view["players"][seat], view["result"]["seats"][seat]
    title = seal(seat)
    title.append(f" {speech.to.name(seat)}", style="bold not reverse default")
    gods, counted = speech.speech.count_of(seat, view, speech.to)
    parts: list[RenderableType] = [Ruler(title, style="dim", align="left"), Text(gods)]
    parts += [role_count(speech, view, entry) for entry in result["roles"]]
    if not result["roles"]:
        parts.append(Text(speech.say("no_roles"), style="dim"))
    elif view["settings"]["role_knowledge"] != "open_book":
        key = "role_card_was_taken" if player["role_taken"] else "role_card_never_taken"
        parts.append(Text(speech.say(key), style="dim"))
    parts.append(Text(counted, style="bold"))
    return Group(*parts)


def role_count(speech: Speech, view: View, entry: dict[str, Any]) -> RenderableType:
    """A role that was completed: its name and value, its gods, its story."""
    role = next(role for role in view["roles"] if role["id"] == entry["id"])
    text = Text(speech.say("role_scored", role=speech.role(role), value=entry["value"]))
    text.stylize("bold yellow")
    text.append("  " + ", ".join(speech.god(god) for god in role["members"]), style="not bold")
    number = next(i for i, known in enumerate(view["roles"]) if known is role)
    story = speech.speech.role_card(number, speech.to.language, spoilers=True)["story"]
    return Group(text, Padding(Text(str(story), style="italic"), (0, 0, 0, 2)))


def final_table(speech: Speech, view: View) -> RenderableType:
    """Ranks and points of everybody, and who has won."""
    seats = view["result"]["seats"]
    grid = plain_table("fixed", "fixed", "text", "fixed", "text")
    for seat, entry in sorted(seats.items(), key=lambda item: int(item[1]["rank"])):
        grid.add_row(
            Text(f"{entry['rank']}.", style="bold"),
            seal(seat),
            Text(speech.to.name(seat)),
            Text(speech.points(entry["score"]), style="bold"),
            Text(f"{speech.say('god_cards')} {entry['cards']}", style="dim"),
        )
    ranks = [entry["rank"] for entry in seats.values()]
    scores = [entry["score"] for entry in seats.values()]
    won = speech.speech.event({"event": "scored", "scores": scores, "ranks": ranks}, speech.to)
    return Group(Ruler(style="yellow"), grid, Text(won, style="bold yellow"))
