/** The Kitsune's card as a little play: which cell it tries, and what happens there. */
import type { TableEvent } from '../../lib/board.ts';
import type { FoxCardFace, FoxEffect, VillageId } from './cards.ts';
import type { Piece } from './table.ts';

export interface FoxAct {
  cell: string;
  event: 'kitsune_added' | 'kitsune_removed';
  /** What stood there, if it was removed. */
  gone?: Piece;
}

export interface FoxPlay {
  card: string;
  village: VillageId;
  acts: FoxAct[];
}

/** One look of the fox at one cell. */
export interface FoxLook {
  square: number;
  effect: FoxEffect;
  /** The coloured square on the card, from which the arrows point. */
  from: string;
  cell: string;
  acts: FoxAct[];
}

/** The last card among these events, with what it did. */
export function lastFoxPlay(events: TableEvent[]): FoxPlay | null {
  const at = events.findLastIndex((event) => event.event === 'kitsune_revealed');
  if (at < 0) return null;
  const acts: FoxAct[] = [];
  for (const event of events.slice(at + 1)) {
    const cell = String(event.space ?? '').slice(3);
    if (event.event === 'kitsune_added') acts.push({ cell, event: event.event });
    else if (event.event === 'kitsune_removed') {
      const gone = { owner: event.owner, piece: event.piece } as Piece;
      acts.push({ cell, event: event.event, gone });
    } else if (event.event === 'board_turned' || event.event === 'kitsune_revealed') break;
  }
  return { card: String(events[at].card), village: events[at].village as VillageId, acts };
}

/** The cells in the order in which the card tries them, each with what the events tell of it. */
export function looksOf(play: FoxPlay, face: FoxCardFace): FoxLook[] {
  const left = [...play.acts];
  const looks: FoxLook[] = [];
  face.squares.forEach((square, index) => {
    let done = 0;
    for (const cell of face.scans[play.village][index]) {
      if (done === square.n) break;
      const acts: FoxAct[] = [];
      while (left[0]?.cell === cell) acts.push(left.shift()!);
      if (acts.length > 0) done += 1;
      looks.push({ square: index, effect: square.effect, from: square.at, cell, acts });
    }
  });
  return looks;
}

/** The pieces of the village while only the first `shown` looks have happened. */
export function piecesDuring(
  pieces: Record<string, Piece>,
  looks: FoxLook[],
  shown: number,
): Record<string, Piece> {
  const now = { ...pieces };
  for (const look of looks.slice(shown).toReversed()) {
    for (const act of look.acts.toReversed()) {
      if (act.event === 'kitsune_added') delete now[act.cell];
      else if (act.gone) now[act.cell] = act.gone;
    }
  }
  return now;
}
