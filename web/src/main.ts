import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { settings } from './lib/settings.svelte';

const target = document.getElementById('app')!;
function start(): void {
  target.replaceChildren();
  mount(App, { target });
}
// A language that cannot be loaded must not keep the page away: English is always there.
settings.applyLanguage().catch(() => {}).finally(start);
