"""The verbs cards are written in: one small function each, and the loop that runs them.

`resolve` carries out the instructions of an ability until one of them needs an answer or has
opened something of its own. What cannot be done is left out, the rest is done. [KB-ABIL-12]
"""

from __future__ import annotations

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import attack, hall
from kamiza.games.battles import language as w
from kamiza.games.battles.abilities import (
    asks_for_seat,
    could_do,
    has_seat,
    has_target,
    holds,
    may_choose_seat,
)
from kamiza.games.battles.actions import (
    ASK_COLOUR,
    ASK_MAY,
    ASK_MODE,
    ASK_SEAT,
    ASK_TARGET,
    object_text,
)
from kamiza.games.battles.cards import NO_CARD, NO_TEMPLE, SINGLE, TEMPLE_SOURCE
from kamiza.games.battles.choosing import choose_cards, receive_stolen, rescue
from kamiza.games.battles.energy import change_energy
from kamiza.games.battles.frames import (
    AFTER,
    ATTACK_FRAME,
    CANCELLED,
    CHOSEN,
    DEAD,
    ENERGY_GAINED,
    FOR_BANISH,
    FOR_DISCARD,
    FOR_FETCH_DECK,
    FOR_FETCH_HAND,
    FOR_GAIN_DECK,
    FOR_GAIN_DISCARD,
    FOR_GAIN_HAND,
    FOR_REINCARNATE,
    FOR_STEAL_DISCARD,
    FOR_STEAL_HAND,
    HIT,
    NEED_COLOUR,
    NEED_MAY,
    NEED_MODE,
    NEED_SEAT,
    NEED_TARGET,
    NOTHING,
    PLACE,
    Frame,
)
from kamiza.games.battles.language import bit
from kamiza.games.battles.piles import (
    deck_of,
    discard_from_hand,
    draw,
    fix_top,
    has_cards,
    lift,
    mill,
    random_card,
    show_hand,
    shuffle_into,
    take_from_hand,
)
from kamiza.games.battles.programs import Step
from kamiza.games.battles.state import (
    DECK_OBJECT,
    NO_OBJECT,
    TEMPLE,
    Battles,
    Facts,
    has_temple,
    in_play,
)


def resolve(state: Battles, frame: Frame) -> bool:
    """Run instructions; True if a question is open now."""
    steps = state.cards.steps
    while True:
        step = steps[frame.pc]
        if step.verb == w.END:
            frame.step = AFTER
            return False
        if frame.need == NOTHING:
            if not holds(state, frame.seat, step.condition, step.limit, frame.moved):
                frame.pc = step.after
                continue
            if step.may:
                if could_do(state, frame.seat, step):
                    return ask(state, frame, NEED_MAY)
                frame.pc = step.after
                continue
        if carry_out(state, frame, step):
            return True
        if state.frame is not frame or frame.flags & DEAD:
            return False  # something else is on top, or the user is out of the game


def ask(state: Battles, frame: Frame, need: i64) -> bool:
    """Wait for a choice of the user."""
    frame.need = need
    state.asked = frame.seat
    if need == NEED_TARGET:
        state.prompt = ASK_TARGET
    elif need == NEED_SEAT:
        state.prompt = ASK_SEAT
    elif need == NEED_MODE:
        state.prompt = ASK_MODE
    elif need == NEED_COLOUR:
        state.prompt = ASK_COLOUR
    else:
        state.prompt = ASK_MAY
    return True


def ask_again(state: Battles, frame: Frame) -> bool:
    """The same question, after the position was loaded."""
    return ask(state, frame, frame.need)


def go_on(frame: Frame, step: Step) -> bool:
    """This instruction is done."""
    frame.need = NOTHING
    frame.pc = step.after
    return False


def carry_out(state: Battles, frame: Frame, step: Step) -> bool:
    """One instruction; True if it needs an answer first."""
    verb: i64 = step.verb
    if NOTHING < frame.need < CHOSEN:
        return ask_again(state, frame)
    if verb == w.ATTACK:
        return attack_step(state, frame, step)
    if verb == w.ENERGY or verb == w.DRAIN:
        return energy_step(state, frame, step)
    if verb == w.REDIRECT:
        return redirect_step(state, frame, step)
    if verb == w.LOOK:
        return look_step(state, frame, step)
    if verb == w.RECOLOR:
        return recolor_step(state, frame, step)
    if verb == w.DISCARD_CARDS or verb == w.BANISH or verb == w.REINCARNATE:
        return cards_step(state, frame, step)
    if verb == w.DRAW or verb == w.MILL or verb == w.RESHUFFLE:
        return deck_step(state, frame, step)
    if verb == w.STEAL:
        return steal_step(state, frame, step)
    if verb >= w.END:
        return control_step(state, frame, step)
    place: i64 = frame.pc
    go_on(frame, step)
    simple_step(state, frame, step, place)
    return False


def simple_step(state: Battles, frame: Frame, step: Step, place: i64) -> None:
    """Instructions that ask nothing themselves; `place` is where the step stands."""
    verb: i64 = step.verb
    seat: i64 = frame.seat
    n: i64 = amount(state, frame, step.n)
    if verb == w.FAITH:
        gain_faith(state, seat, n)
    elif verb == w.DEFEND or verb == w.PROTECT:
        attack.defend(state, frame, n)
    elif verb == w.BOOST:
        boost(state, frame, step.mode, n)
    elif verb == w.CANCEL:
        cancel(state, frame)
    elif verb == w.DISCOUNT:
        discount(state, frame, step, n)
    elif verb == w.FETCH:
        to: i64 = FOR_FETCH_HAND if step.to == w.HAND else FOR_FETCH_DECK
        least: i64 = 0 if step.upto else n
        choose_cards(state, frame, seat, seat, to, w.DISCARD, step.card, least, n)
    elif verb == w.GAIN:
        gain_step(state, frame, step)
    elif verb == w.RESCUE:
        rescue(state, frame, step.to)
    elif verb == w.REFRESH:
        hall.refresh(state, step.mode)
    elif verb == w.ADJUDICATE:
        adjudicate(state, frame, step, place)
    elif verb == w.WATCH:
        watch(state, frame, place)


def amount(state: Battles, frame: Frame, n: i64) -> i64:
    """A number, or what stands for one."""
    if n < 100:
        return n
    if n == w.X:
        return frame.x
    if n == w.MOVED:
        return frame.moved
    if n == w.LOST:
        return frame.lost
    if n == w.DISCIPLES_1:
        return state.players[frame.seat].disciples_1
    if n == w.CHAIN:
        return len(state.chain) if frame.seat == state.active else 0
    return 99


# -- combat -----------------------------------------------------------------------------------


def attack_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Choose a target and attack it. [KB-ATK-02]"""
    if step.at == w.CURRENT_GOD:
        frame.target = state.active
        if not in_play(state, state.active):
            return go_on(frame, step)
    elif frame.need != CHOSEN:
        if not has_target(state, frame.seat, step.at, NO_OBJECT):
            return go_on(frame, step)
        return ask(state, frame, NEED_TARGET)
    opens = frame.way != w.REVEAL and is_first_step(state, frame)
    frame.need = NOTHING
    frame.pc += 1  # the `hit` steps follow
    attack.declare(state, frame, frame.target, amount(state, frame, step.n), opens)
    return False


def is_first_step(state: Battles, frame: Frame) -> bool:
    if frame.way == w.WATCH_WAY:
        return False
    ability = state.cards.abilities[frame.ability]
    return ability.begins_with_attack and frame.pc == ability.begin


def redirect_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Another target for the Attack. [KB-ATK-19]"""
    if step.at == w.MY_TEMPLE:
        frame.target = TEMPLE + frame.seat
        if not has_temple(state, frame.seat):
            return go_on(frame, step)
    elif frame.need != CHOSEN:
        present = attack.attack_below(frame)
        if present is None or not has_target(state, frame.seat, step.at, present.target):
            return go_on(frame, step)
        return ask(state, frame, NEED_TARGET)
    target: i64 = frame.target
    go_on(frame, step)
    attack.redirect(state, frame, target)
    return False


def boost(state: Battles, frame: Frame, scope: i64, n: i64) -> None:
    """A bonus for this, the next, or all own Attacks of the turn; boosts add up."""
    player = state.players[frame.seat]
    if scope == w.THIS_ATTACK:
        attack.boost_this(frame, n)
    elif scope == w.NEXT_ATTACK:
        player.boost_next += n
    else:
        player.boost_turn += n
    if state.log is not None:
        state.emit("boosted", {"seat": frame.seat, "count": n, "scope": w.SCOPES[scope]})


def cancel(state: Battles, frame: Frame) -> None:
    """The ability reacted to does nothing; its costs stay paid. [KB-ABIL-10] [KB-FLOW-28]"""
    window = frame.below
    below = None if window is None else window.below
    if below is not None and below.kind == ATTACK_FRAME:
        below.flags |= CANCELLED
        below = below.below
    if below is None:
        return
    below.flags |= CANCELLED
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "source": state.cards.source_id(frame.source),
            "victim": below.seat, "card": state.cards.source_id(below.source),
        }  # fmt: skip
        state.emit("cancelled", facts)


# -- Energy and Faith -------------------------------------------------------------------------


def energy_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Put Energy on something, or take it away."""
    at: i64 = step.at
    seat: i64 = frame.seat
    object: i64 = NO_OBJECT
    if frame.need == CHOSEN:
        object = frame.target
    elif at == w.MINE:
        if has_temple(state, seat):
            return ask(state, frame, NEED_MODE)
        object = seat
    elif at in (w.ANY_GOD, w.OPP_GOD, w.OPP_TEMPLE, w.OPP):
        if has_target(state, seat, at, NO_OBJECT) and amount(state, frame, step.n) > 0:
            return ask(state, frame, NEED_TARGET)
    else:
        object = fixed_object(state, frame, at)
    n: i64 = amount(state, frame, step.n)
    go_on(frame, step)
    if step.verb == w.DRAIN:
        drain(state, frame, object, n)
    else:
        put_energy(state, frame, object, n, step.revive)
    return False


def fixed_object(state: Battles, frame: Frame, at: i64) -> i64:
    """The god or temple that needs no choosing, or nothing if it is not there."""
    seat: i64 = frame.seat
    if at == w.MY_GOD:
        return seat
    if at == w.MY_TEMPLE:
        return TEMPLE + seat
    if at == w.THIS:
        return TEMPLE + seat if frame.source == TEMPLE_SOURCE else seat
    if at == w.ATTACKER_GOD:
        return frame.attacker if frame.attacker != NOBODY else NO_OBJECT
    if frame.victim == NOBODY:
        return NO_OBJECT
    return frame.victim if at == w.VICTIM_GOD else TEMPLE + frame.victim


def put_energy(state: Battles, frame: Frame, object: i64, n: i64, revive: bool) -> None:
    """A destroyed or missing temple gets nothing, unless it is raised. [KB-TEMP-04] [KB-RUL-33]"""
    if object == NO_OBJECT or n == 0 or not in_play(state, object & 7):
        return
    if object >= TEMPLE and not has_temple(state, object & 7):
        if not revive or state.players[object & 7].temple == NO_TEMPLE:
            return
        if state.log is not None:
            state.emit("temple_raised", {"seat": object & 7})
    change_energy(state, object, n)
    if object < TEMPLE and state.winners == 0:
        frame.data += bytes([ENERGY_GAINED, object, 0, 0, 0])


def drain(state: Battles, frame: Frame, object: i64, n: i64) -> None:
    """Energy lost by an effect: no Attack and no damage. [KB-RUL-31]"""
    frame.lost = 0
    if object == NO_OBJECT or n == 0 or not in_play(state, object & 7):
        return
    frame.lost = -change_energy(state, object, -n)


def gain_faith(state: Battles, seat: i64, n: i64) -> None:
    """Faith exists only for the active player. [KB-RUL-20]"""
    if seat != state.active or n == 0:
        return
    state.faith += n
    if state.log is not None:
        state.emit("faith", {"seat": seat, "count": n, "faith": state.faith})


def discount(state: Battles, frame: Frame, step: Step, n: i64) -> None:
    """Cards of a filter cost less until the end of the turn; discounts add up."""
    player = state.players[frame.seat]
    if step.card & w.WARRIOR:
        player.discount_warrior += n
    if step.card & w.ARTIFACT:
        player.discount_artifact += n
    if step.card & w.DISCIPLE:
        player.discount_disciple += n
    if state.log is not None:
        state.emit("discounted", {"seat": frame.seat, "count": n, "filter": step.card})


# -- decks ------------------------------------------------------------------------------------


def asks_seat_first(state: Battles, frame: Frame, step: Step) -> bool:
    """Ask for the player; if there is nobody to choose the instruction is left out."""
    if frame.need == CHOSEN or not asks_for_seat(step):
        return False
    if not has_seat(state, frame.seat, step):
        go_on(frame, step)
        return False
    ask(state, frame, NEED_SEAT)
    return True


def next_seat(state: Battles, frame: Frame, step: Step) -> i64:
    """Whom the instruction is about now; -1 when all of them have been dealt with."""
    if frame.need == CHOSEN:
        return frame.target
    if step.who == w.ME:
        return frame.seat
    if step.who == w.CURRENT:
        return state.active
    while frame.at < state.seats - 1:  # each opponent, clockwise from the user
        frame.at += 1
        other: i64 = (frame.seat + frame.at) % state.seats
        if may_choose_seat(state, frame.seat, step, other):
            return other
    frame.at = 0
    return -1


def is_each(step: Step) -> bool:
    return step.who == w.EACH_OPPONENT


def deck_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Draw, mill and reshuffle, for one player or for each opponent."""
    pc: i64 = frame.pc
    if asks_seat_first(state, frame, step):
        return True
    if frame.pc != pc:
        return False
    moved: i64 = 0
    n: i64 = amount(state, frame, step.n)
    while True:
        seat: i64 = next_seat(state, frame, step)
        if seat < 0:
            break
        if in_play(state, seat):
            if step.verb == w.DRAW:
                draw(state, seat, n)
            elif step.verb == w.MILL:
                moved += mill(state, seat, n)
            else:
                reshuffle(state, seat)
        if not is_each(step):
            break
    if step.verb == w.MILL:
        frame.moved = moved
    return go_on(frame, step)


def reshuffle(state: Battles, seat: i64) -> None:
    """The discard pile is shuffled into the deck, which is shuffled anyway."""
    player = state.players[seat]
    shuffle_into(player.deck, player.discard)
    player.discard = b""
    if state.log is not None:
        state.emit("reshuffled", {"seat": seat, "count": player.deck.size()})


def look_step(state: Battles, frame: Frame, step: Step) -> bool:
    """See cards that others do not see. [KB-HID-20]"""
    if step.at == w.OPP_HAND:
        pc: i64 = frame.pc
        if asks_seat_first(state, frame, step):
            return True
        if frame.pc == pc:
            look_at_hand(state, frame.seat, frame.target)
            go_on(frame, step)
        return False
    object: i64 = DECK_OBJECT + frame.seat
    if step.at == w.ANY_DECK:
        if frame.need != CHOSEN:
            if not has_target(state, frame.seat, w.ANY_DECK, NO_OBJECT):
                return go_on(frame, step)
            return ask(state, frame, NEED_TARGET)
        object = frame.target
    go_on(frame, step)
    look_at_deck(state, frame, step, object)
    return False


def look_at_hand(state: Battles, seat: i64, other: i64) -> None:
    player = state.players[other]
    show_hand(player, seat)
    state.news += 1
    if state.log is not None:
        secret: Facts = {"cards": state.cards.names(player.hand)}
        state.emit("looked_at_hand", {"seat": seat, "victim": other}, secret, bit(seat) | bit(other))


def look_at_deck(state: Battles, frame: Frame, step: Step, object: i64) -> None:
    """Fix the top cards, remember who saw them, and let them be put back."""
    count: i64 = fix_top(state, object, step.n)
    state.news += 1
    if count == 0:
        return
    deck = deck_of(state, object)
    seen = b""
    for place in range(count):
        if step.mode == w.NO_ORDER:
            seen += SINGLE[deck.top_seen[place] | bit(frame.seat)]
        else:
            seen += SINGLE[bit(frame.seat)]  # others lose track of these places
    deck.top_seen = seen + deck.top_seen[count:]
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "target": object_text(object), "count": count,
        }  # fmt: skip
        secret: Facts = {"cards": state.cards.names(deck.top[:count])}
        state.emit("looked", facts, secret, bit(frame.seat))
    if step.mode == w.NO_ORDER:
        return
    place_frame = Frame(PLACE, frame.seat, state.frame)
    place_frame.target = object
    place_frame.most = count
    place_frame.purpose = step.mode
    state.frame = place_frame


# -- removing and taking cards ----------------------------------------------------------------


def cards_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Discard, Banish and Reincarnate: cards of one player, or of each opponent in turn."""
    pc: i64 = frame.pc
    if asks_seat_first(state, frame, step):
        return True
    if frame.pc != pc:
        frame.moved = 0
        return False
    if frame.at == 0:
        frame.moved = 0
    other: i64 = next_seat(state, frame, step)
    if other < 0:
        return go_on(frame, step)
    if not is_each(step):
        go_on(frame, step)
    if in_play(state, other):
        move_cards(state, frame, step, other)
    return False


def move_cards(state: Battles, frame: Frame, step: Step, owner: i64) -> None:
    """Let the right player choose, or chance."""
    n: i64 = amount(state, frame, step.n)
    least: i64 = 0 if step.upto or step.n == w.ANY_NUMBER else n
    if step.verb == w.DISCARD_CARDS:
        if step.mode == w.AT_RANDOM:
            discard_at_random(state, frame, owner, n)
            return
        chooser: i64 = owner
        if step.mode == w.BY_USER and owner != frame.seat:
            chooser = frame.seat
            look_at_hand(state, frame.seat, owner)
        choose_cards(state, frame, chooser, owner, FOR_DISCARD, w.HAND, step.card, least, n)
        return
    purpose: i64 = FOR_BANISH if step.verb == w.BANISH else FOR_REINCARNATE
    choose_cards(state, frame, frame.seat, owner, purpose, step.zone, step.card, least, n)


def discard_at_random(state: Battles, frame: Frame, owner: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and len(state.players[owner].hand) > 0:
        discard_from_hand(state, owner, random_card(state, owner))
        count += 1
    frame.moved += count


def steal_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Take cards of an opponent, who must have a fitting one."""
    pc: i64 = frame.pc
    if asks_seat_first(state, frame, step):
        return True
    if frame.pc != pc:
        frame.moved = 0
        return False
    n: i64 = amount(state, frame, step.n)
    owner: i64 = frame.target
    go_on(frame, step)
    purpose: i64 = FOR_STEAL_HAND if step.to == w.HAND else FOR_STEAL_DISCARD
    if step.zone == w.DISCARD:
        choose_cards(state, frame, frame.seat, owner, purpose, w.DISCARD, step.card, n, n)
        return False
    count: i64 = 0
    while count < n and len(state.players[owner].hand) > 0:
        kind: i64 = random_card(state, owner)
        take_from_hand(state.players[owner], kind)
        receive_stolen(state, frame.seat, owner, kind, step.to == w.HAND)
        count += 1
    frame.moved = count
    return False


def gain_step(state: Battles, frame: Frame, step: Step) -> None:
    """Take a card of the Hall without paying."""
    purpose: i64 = FOR_GAIN_DISCARD
    if step.to == w.HAND:
        purpose = FOR_GAIN_HAND
    elif step.to == w.DECK:
        purpose = FOR_GAIN_DECK
    seat: i64 = frame.seat
    choice = choose_cards(state, frame, seat, seat, purpose, w.HALL_ZONE, step.card, 1, 1)
    choice.value = step.n


# -- colours, chance, time --------------------------------------------------------------------


def recolor_step(state: Battles, frame: Frame, step: Step) -> bool:
    """New Chaining Colours for the last link. [KB-RUL-53] [KB-FLOW-66]"""
    if frame.seat != state.active or len(state.chain) == 0:
        return go_on(frame, step)
    if step.mode == w.ALL_FIVE:
        recolor(state, frame, w.ALL_COLOURS)
        return go_on(frame, step)
    if frame.need != CHOSEN:
        frame.target = NO_OBJECT
        return ask(state, frame, NEED_COLOUR)
    recolor(state, frame, frame.target)
    return go_on(frame, step)


def recolor(state: Battles, frame: Frame, colours: i64) -> None:
    state.colours = colours
    if state.log is not None:
        names = [w.COLOURS[colour] for colour in range(5) if colours >> colour & 1]
        state.emit("recoloured", {"seat": frame.seat, "colours": names})


def adjudicate(state: Battles, frame: Frame, step: Step, place: i64) -> None:
    """Reveal the own top card and go on as it says. [KB-ABIL-12]"""
    if not has_cards(state, frame.seat):
        return  # neither branch [KB-FLOW-60]
    kind: i64 = lift(state, frame.seat) & 255
    frame.held = kind
    fits = state.cards.type[kind] & step.card != 0
    frame.pc = place + 1 if fits else step.jump
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "card": state.cards.ids[kind], "fits": fits
        }  # fmt: skip
        state.show("adjudicated", facts)


def watch(state: Battles, frame: Frame, place: i64) -> None:
    """A standing effect until the end of the turn: who, and which step it is."""
    state.watches += bytes([frame.seat, place >> 8, place & 255])


def control_step(state: Battles, frame: Frame, step: Step) -> bool:
    """What the reader added to make one row of nested steps."""
    if step.verb == w.UNLESS_HIT:
        frame.pc = frame.pc + 1 if frame.flags & HIT else step.jump
    elif step.verb == w.JUMP:
        frame.pc = step.jump
    elif step.verb == w.WATCHES:
        frame.pc += 1
        if frame.flags & HIT:
            attack.wake(state, frame)
    else:
        frame.pc += 1
        if frame.held != NO_CARD:
            state.players[frame.seat].discard += SINGLE[frame.held]
            frame.held = NO_CARD
    return False
