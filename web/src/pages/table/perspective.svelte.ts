import type { Mood, Seat } from '../../lib/board.ts';
import type { TableContext } from '../../lib/context.ts';
import { t } from '../../lib/i18n.svelte.ts';
import { go, hrefOf } from '../../lib/router.svelte.ts';
import { rememberMoved } from '../../lib/memory.ts';
import type { Playback } from '../../lib/playback.svelte.ts';
import type { TableState } from '../../lib/table.svelte.ts';

/** Whose side of the table is drawn, and what the question panel says besides the game's own question. */
export class Perspective implements TableContext {
  /** The hot seat that has looked at the screen last; its cards may be shown. */
  #shown = $state<Seat | null>(null);
  wantsAgain = $state(false);
  /** What a step of a lesson asks for. */
  task = $state<string | undefined>(undefined);
  #table: TableState;
  #playback: Playback;

  constructor(table: TableState, playback: Playback) {
    this.#table = table;
    this.#playback = playback;
  }

  /** Whose side is looked at, whoever is asked meanwhile; undefined while nobody's is. */
  get drawn(): Seat | null | undefined {
    const { you } = this.#table;
    if (you.length < 2) return you[0] ?? null;
    return this.#shown ?? undefined;
  }

  /** Nobody is asked before they have seen what led to the question. */
  get mood(): Mood {
    return this.#playback.isBehind ? 'theirs' : this.#table.mood(this.seat);
  }

  /** One seat, or at a hot seat the one that is asked, or whoever was asked last. */
  get seat(): Seat | null {
    const { you, asked } = this.#table;
    if (you.length < 2) return you[0] ?? null;
    // Whoever looks on sees it through; then the device changes hands.
    if (this.#playback.isBehind && this.#shown) return this.#shown;
    const isMine = asked !== null && you.includes(asked) && this.#table.mood(asked) === 'mine';
    if (isMine) return asked;
    return this.#shown ?? you[0];
  }

  /** Several people share this screen, and the wrong one may be looking. */
  get covered(): boolean {
    return this.#table.you.length > 1 && !this.#table.over && this.seat !== this.#shown;
  }

  /** Somebody came by a link and has no name yet. */
  get joining(): boolean {
    return this.seat !== null && this.#table.player(this.seat)?.name === '';
  }

  uncover(): void {
    this.#shown = this.seat;
  }

  // -- for the question panel -------------------------------------------------------------------------

  get me() {
    return this.seat;
  }
  get host() {
    return this.#table.welcome?.host ?? false;
  }
  get connected() {
    return this.#table.connected;
  }
  get saving() {
    return this.#table.saving;
  }
  player = (seat: Seat) => this.#table.player(seat);
  clock = (seat: Seat) => this.#table.clock(seat);
  away = (seat: Seat) => this.#table.away(seat);
  wait = (seat: Seat) => this.#table.wait(seat);
  standIn = (seat: Seat) => this.#table.lend(seat, 'heuristic');

  passing = (never: string[], always: boolean) => {
    if (this.seat !== null) this.#table.passing(this.seat, never, always);
  };

  get takeBack(): (() => void) | undefined {
    const { seat } = this;
    if (seat === null || this.#table.side(seat)?.undo !== 'free') return undefined;
    return () => this.#table.undo(seat);
  }

  get replay(): string | undefined {
    const { lesson, puzzle } = this.#table.side(this.seat) ?? {};
    return this.#table.over && !lesson && !puzzle ? hrefOf(`/r/${this.#table.welcome?.table}`) : undefined;
  }

  playAgain = () => {
    this.wantsAgain = true;
    if (!this.#table.rematch && this.seat !== null) this.#table.again(this.seat);
  };

  get hint() {
    const { hinted } = this.#table;
    return hinted?.seat === this.seat ? hinted : null;
  }

  get watching(): TableContext['watching'] {
    const { sentence, waitsForMe, next, skip } = this.#playback;
    return sentence && { sentence, waits: waitsForMe, next, skip };
  }

  /** A seat of this device that a bot plays now: the one shown, or another at a hot seat. */
  #lentSeat() {
    const { you } = this.#table;
    const mine = this.seat === null ? you : [this.seat, ...you];
    return mine.map((seat) => this.#table.player(seat)).find((player) => player?.lent_why);
  }

  get request(): TableContext['request'] {
    const table = this.#table;
    const undo = table.undoRequest;
    const { seat } = this;
    if (seat !== null && undo?.waiting.includes(seat)) {
      return {
        line: t('undo.asks', { name: table.player(undo.seat)?.name ?? '' }),
        answers: [
          { label: t('undo.yes'), give: () => table.consent(seat, true) },
          { label: t('undo.no'), give: () => table.consent(seat, false) },
        ],
      };
    }
    if (undo) return { line: t('undo.waiting'), answers: [] };
    const end = table.endRequest;
    if (seat !== null && end?.waiting.includes(seat)) {
      return {
        line: t(end.counts ? 'end.asksCounts' : 'end.asksNone', { name: table.player(end.seat)?.name ?? '' }),
        answers: [
          { label: t('end.yes'), give: () => table.consent(seat, true) },
          { label: t('end.no'), give: () => table.consent(seat, false) },
        ],
      };
    }
    if (end) return { line: t('end.waiting'), answers: [] };
    const lent = table.over ? undefined : this.#lentSeat();
    if (lent) {
      const back = { label: t('question.reclaim'), give: () => table.reclaim(lent.seat) };
      const to = table.you.length > 1 ? `${lent.name}: ` : '';
      const line = table.paused ? t('paused.mine') : t(`lent.${lent.lent_why!}`);
      return { line: to + line, answers: lent.lent_why === 'resigned' ? [] : [back] };
    }
    if (table.paused && seat === null) return { line: t('paused.watch'), answers: [] };
    const next = table.rematch;
    if (next && !this.wantsAgain && next.tokens.length > 0) {
      const sit = () => go(rememberMoved(next.table, table.welcome!.game, next.tokens, next.host, true));
      return { line: t('over.newTable'), answers: [{ label: t('over.sit'), give: sit }] };
    }
    return null;
  }
}
