/** All texts of one language that are needed at first: one chunk, loaded when the language is chosen. */
import names from 'virtual:ruleset-names/am';
import rules from '../../../../crates/rules/locales/am.ftl?raw';
import server from '../../../../crates/server/locales/am.ftl?raw';

const pages = import.meta.glob<string>('../am/*.ftl', { query: '?raw', import: 'default', eager: true });

export const texts = [rules, server, ...Object.values(pages)];
export { names };
