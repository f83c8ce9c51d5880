/** What waits for an answer, as lines of a column: the oldest first. */
import type { Seat } from '../../lib/board.ts';
import type { AttackView, BattlesView, StackView } from './view.ts';

export interface Line {
  key: string;
  kind: 'attack' | 'use' | 'defend' | 'redirect' | 'asked';
  /** Act, React, Reveal: how it came. */
  way?: string;
  seat: Seat | null;
  source?: string;
  ability?: number;
  target?: string;
  value?: number;
  cancelled?: boolean;
  event?: string;
}

export function columnOf(view: BattlesView): Line[] {
  const lines: Line[] = [];
  const lastAttack = view.stack.findLastIndex((item) => item.what === 'attack');
  view.stack.forEach((item, at) => {
    const key = `${at}`;
    if (item.what === 'attack') {
      const attack = at === lastAttack ? view.attack : null;
      lines.push(attackLine(key, item, view.stack[at - 1], attack, valueOf(view, at)));
      lines.push(...answers(key, attack));
    } else if (item.what === 'window') {
      // A window further below only waits for what is above it.
      if (at === view.stack.length - 1 && view.asked !== null) {
        lines.push({ key, kind: 'asked', seat: view.asked, event: item.event });
      }
    } else if (view.stack[at + 1]?.what !== 'attack' && !isTold(item, view.attack)) {
      const { seat, source, ability, cancelled } = item;
      lines.push({ key, kind: 'use', way: item.what, seat, source, ability, cancelled });
    }
  });
  return lines;
}

/** A Defense that has been counted already stands there with its value. */
function isTold(item: StackView, attack: AttackView | null): boolean {
  const last = attack?.entries.at(-1);
  return item.what === 'react' && last?.seat === item.seat && last?.source === item.source;
}

function attackLine(
  key: string,
  item: StackView,
  use: StackView | undefined,
  attack: AttackView | null,
  value: number,
): Line {
  return {
    key,
    kind: 'attack',
    way: use?.what ?? 'act',
    seat: item.seat,
    source: attack?.source ?? use?.source,
    target: item.target,
    value: attack?.value ?? value,
    cancelled: use?.cancelled,
  };
}

/** Defences and redirections of an Attack that have happened already. */
function answers(key: string, attack: AttackView | null): Line[] {
  return (attack?.entries ?? []).map((entry, at) => ({
    key: `${key}-${at}`,
    kind: entry.redirected_to ? 'redirect' : 'defend',
    way: 'react',
    seat: entry.seat,
    source: entry.source,
    target: entry.redirected_to,
    value: entry.value,
  }));
}

/** The value of an Attack that waits below another one; frames and stack are in the same order. */
function valueOf(view: BattlesView, at: number): number {
  const nth = view.stack.slice(0, at + 1).filter((item) => item.what === 'attack').length;
  const frames = view.frames.filter((frame) => frame.frame === 'ATTACK');
  const frame = frames[nth - 1] ?? {};
  return Number(frame.value ?? 0) + Number(frame.bonus ?? 0);
}
