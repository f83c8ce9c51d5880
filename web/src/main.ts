import { mount } from 'svelte';
import './lib/fonts.css';
import './lib/tokens.css';
import './lib/base.css';
import App from './App.svelte';
import { watchNet } from './lib/net.svelte.ts';
import { listen } from './lib/router.svelte.ts';
import { applyPreferences } from './lib/preferences.svelte.ts';
import { recall } from './lib/storage.ts';

/** Milliseconds in which a page has better things to do. */
const KEEP_AFTER = 2000;

applyPreferences();
listen();
watchNet();
mount(App, { target: document.getElementById('app')! });
// Kept for when the server is gone, once the page has nothing better to do; not for who saves data.
const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
if ('serviceWorker' in navigator && !saves) {
  addEventListener('load', () => setTimeout(() => void import('./lib/keep_pages.ts').then(({ keepPages }) => keepPages()), KEEP_AFTER));
}
// Whoever has no key need not load what one is for.
if (recall('kamiza.key', null)) void import('./lib/key/mine.svelte.ts').then(({ keepUp }) => keepUp());
