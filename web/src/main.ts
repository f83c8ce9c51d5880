import { mount } from 'svelte';
import './lib/fonts.css';
import './lib/tokens.css';
import './lib/base.css';
import App from './App.svelte';
import { listen } from './lib/router.svelte.ts';
import { applyPreferences } from './lib/preferences.svelte.ts';

applyPreferences();
listen();
mount(App, { target: document.getElementById('app')! });
