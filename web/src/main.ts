import { mount } from 'svelte';
import './lib/tokens.css';
import './lib/base.css';
import App from './App.svelte';
import { listen } from './lib/router.svelte.ts';
import { applySettings } from './lib/settings.svelte.ts';

applySettings();
listen();
mount(App, { target: document.getElementById('app')! });
