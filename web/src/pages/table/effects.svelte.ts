/** What a change at the table does beside the picture: sounds, words for the ear, the title. */

import { tick } from 'svelte';
import { say, type Mood, type Seat, type TableEvent } from '../../lib/board.ts';
import { notifyHere } from '../../lib/calls.ts';
import { language, t } from '../../lib/i18n.svelte.ts';
import { places, travel } from '../../lib/motion.ts';
import { filled } from '../../lib/sentence.ts';
import { pace, preferences } from '../../lib/preferences.svelte.ts';
import { play, type Sound } from '../../lib/sound.ts';
import type { Shown } from '../../lib/playback.svelte.ts';
import type { TableState } from '../../lib/table.svelte.ts';

export interface Scene {
  table: TableState;
  /** What is drawn, and what it says. */
  side(): Shown | undefined;
  mood(): Mood | null;
  /** The seat that is drawn, null for a spectator, undefined while nothing is. */
  seat(): Seat | null | undefined;
  board(): HTMLElement | null;
  names(seat: Seat): string;
  title(): string;
  /** A sound for the name of an event. */
  sounds(): Record<string, Sound>;
}

/** Called once by the page; returns what a screen reader should say now. */
export function tableEffects(scene: Scene): { readonly spoken: string } {
  const { table } = scene;
  let spoken = $state('');
  let drawn: { seat: Seat | null; version: number } | null = null;

  $effect.pre(() => {
    const now = scene.side();
    const seat = scene.seat();
    if (!now || seat === undefined) return;
    const isNext = drawn?.seat === seat && drawn.version !== now.version;
    drawn = { seat, version: now.version };
    if (!isNext || now.fresh.length === 0) return;
    const before = places(scene.board());
    const mover = now.fresh.findLast((event) => event.seat)?.seat ?? '';
    void tick().then(() => travel(scene.board(), before, pace(), mover));
    for (const sound of soundsOf(now.fresh, scene.sounds())) play(sound, preferences.volume);
    spoken = now.told.map(({ text }) => filled(say(text, language.now), scene.names)).join(' ');
  });

  const mood = $derived(scene.mood());
  $effect(() => {
    if (mood === 'mine' && preferences.knock) play('turn', preferences.volume);
    if (mood === 'mine' && preferences.notify && document.hidden && drawn) {
      void notifyHere(`${scene.title()}: ${t('title.turn')}`, '', table.welcome?.table ?? '');
    }
    if (mood === 'over' && drawn) play('over', preferences.volume);
    // Whoever plays by keyboard goes on where the question is.
    const lost = document.activeElement === document.body;
    const panel = scene.board()?.querySelector<HTMLElement>('[data-region=question]');
    if (mood === 'mine' && lost && lastInput === 'key') void tick().then(() => panel?.focus());
  });

  const seconds = $derived.by(() => {
    const seat = scene.seat();
    return Math.ceil(((seat ? table.clock(seat) : null) ?? Infinity) / 1000);
  });
  $effect(() => {
    if (mood === 'mine' && seconds <= 10 && seconds > 0) play('tick', preferences.volume);
  });

  $effect(() => {
    const turn = mood === 'mine' && preferences.knock ? `${t('title.turn')} · ` : '';
    document.title = `${turn}${scene.title()} · Kamiza`;
  });

  return {
    get spoken() {
      return spoken;
    },
  };
}

let lastInput: 'key' | 'pointer' = 'pointer';
addEventListener('keydown', () => (lastInput = 'key'), true);
addEventListener('pointerdown', () => (lastInput = 'pointer'), true);

const SHARED_SOUNDS: Record<string, Sound> = { undone: 'back' };

/** Each sound once, however often it would be heard. */
function soundsOf(events: TableEvent[], sounds: Record<string, Sound>): Set<Sound> {
  const heard = events.map(({ event }) => sounds[event] ?? SHARED_SOUNDS[event]);
  return new Set(heard.filter((sound) => sound !== undefined));
}
