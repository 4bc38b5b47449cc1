/**
 * Description and canonical address of the page that is shown; the server writes those of the first, so
 * this and its messages are loaded with the first navigation.
 */
import { hasMessage, t } from '../locale/locale';
import { PAGES, type Route } from './addresses';
import './head-messages';

/** Follows a navigation. Descriptions of games and rulesets are known to the server alone. */
export function describePage(route: Route): void {
  const key = `head-${route.page}-text`;
  const isPlain = !('id' in route) && hasMessage(key);
  set('meta[name="description"]', 'content', isPlain ? t(`head-${route.page}-text`) : t('head-home-text'));
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (!canonical) return;
  const path = 'id' in route ? location.pathname : route.page === 'not-found' ? null : PAGES[route.page];
  if (path === null) canonical.remove();
  else canonical.href = new URL(path, location.origin).href;
}

function set(selector: string, attribute: string, value: string): void {
  document.querySelector(selector)?.setAttribute(attribute, value);
}
