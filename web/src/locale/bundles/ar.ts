/** All texts of one language that are needed at first: one chunk, loaded when the language is chosen. */
import names from 'virtual:ruleset-names/ar';
import rules from '../../../../crates/rules/locales/ar.ftl?messages';
import server from '../../../../crates/server/locales/ar.ftl?messages';
import session from '../../../../crates/session/locales/ar.ftl?messages';
import type { Messages } from '../locale';

const pages = import.meta.glob<Messages>('../ar/*.ftl', { query: '?messages', import: 'default', eager: true });

export const messages = [rules, server, session, ...Object.values(pages)];
/** Messages of areas, loaded with their pages. */
export const areas = import.meta.glob<Messages>(['../ar/lazy/*.ftl', '../../../../crates/engine/locales/ar.ftl'], {
  query: '?messages',
  import: 'default',
});
export { names };
