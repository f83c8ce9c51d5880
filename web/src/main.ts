import { mount } from 'svelte';
import './lib/fonts.css';
import './lib/tokens.css';
import './lib/base.css';
import App from './App.svelte';
import { listen } from './lib/router.svelte.ts';
import { applyPreferences } from './lib/preferences.svelte.ts';
import { recall } from './lib/storage.ts';

applyPreferences();
listen();
mount(App, { target: document.getElementById('app')! });
// Whoever has no key need not load what one is for.
if (recall('kamiza.key', null)) void import('./lib/key/mine.svelte.ts').then(({ keepUp }) => keepUp());
