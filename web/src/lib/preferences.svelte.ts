import { SPEEDS, type Speed } from './acts.ts';
import type { Lang } from './board.ts';
import { language } from './i18n.svelte.ts';
import { recall, store } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const MOTIONS = ['slow', 'normal', 'off'] as const;
export const TEXTS = ['small', 'normal', 'large', 'larger'] as const;
export { SPEEDS };
export const LANGS: readonly Lang[] = ['en', 'ja'];

export interface Preferences {
  lang: Lang;
  theme: (typeof THEMES)[number];
  motion: (typeof MOTIONS)[number];
  /** How what others do is shown. */
  playback: Speed;
  text: (typeof TEXTS)[number];
  volume: number;
  /** What I am called at a new table; empty until I say so. */
  name: string;
  /** Is the log column unfolded? */
  log: boolean;
  /** Are the tips for the first turn still to come? */
  coach: boolean;
  /** Two knocks and a mark in the tab when it is my turn. */
  knock: boolean;
  /** A notification as well, as long as a page is open. */
  notify: boolean;
}

const KEY = 'kamiza.settings';

function first(): Preferences {
  return {
    lang: navigator.language.startsWith('ja') ? 'ja' : 'en',
    theme: 'system',
    motion: 'normal',
    playback: 'normal',
    text: 'normal',
    volume: 0.5,
    name: '',
    log: true,
    coach: true,
    knock: true,
    notify: false,
  };
}

export const preferences = $state<Preferences>({ ...first(), ...recall<Partial<Preferences>>(KEY, {}) });

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemReducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const system = $state({ dark: systemDark.matches, reducedMotion: systemReducedMotion.matches });
systemDark.addEventListener('change', (e) => (system.dark = e.matches));
systemReducedMotion.addEventListener('change', (e) => (system.reducedMotion = e.matches));

export function isDark(): boolean {
  return preferences.theme === 'system' ? system.dark : preferences.theme === 'dark';
}

/** How much longer than written a movement takes; 0 when nothing may move. */
export function pace(): number {
  if (preferences.motion === 'off' || system.reducedMotion) return 0;
  return preferences.motion === 'slow' ? 1.8 : 1;
}

/** Keep the page and the storage in step with the preferences; called once. */
export function applyPreferences(): void {
  $effect.root(() => {
    $effect.pre(() => {
      language.now = preferences.lang;
      const root = document.documentElement;
      root.lang = preferences.lang;
      root.dataset.theme = isDark() ? 'dark' : 'light';
      root.dataset.text = preferences.text;
      root.dataset.motion = pace() === 0 ? 'off' : 'on';
      const bar = isDark() ? '#1d212b' : '#fffbf2';
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', bar);
    });
    $effect(() => store(KEY, preferences));
  });
}
