import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { parseRoute } from './lib/addresses';
import { applyLanguage } from './lib/language';
import { keepWritten } from './library/written';
import { loadPage } from './shell/page-files';

const target = document.getElementById('app')!;
// What the server has written stays until its page can show it.
const page = keepWritten() ? loadPage(parseRoute(location.pathname).page).catch(() => null) : null;

function start(): void {
  target.replaceChildren();
  mount(App, { target });
}
// A language that cannot be loaded must not keep the page away: English is always there.
Promise.all([applyLanguage().catch(() => {}), page]).finally(start);
