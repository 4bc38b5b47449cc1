/** The language of the page. */
import { preferredLanguage } from '../locale/languages';
import { showLanguage } from '../locale/locale';
import { settings } from '../settings/settings.svelte';

/** Chooses a language by hand and shows it. */
export async function changeLanguage(tag: string): Promise<void> {
  settings.change({ language: tag });
  await applyLanguage();
  if (settings.push)
    void import('./push').then(
      ({ renewPush }) => renewPush(),
      () => {},
    );
}

/** Shows the chosen language, or else the browser's. */
export function applyLanguage(): Promise<void> {
  return showLanguage(preferredLanguage(settings.language, navigator.languages));
}
