/** All texts of one language that are needed at first: one chunk, loaded when the language is chosen. */
import names from 'virtual:ruleset-names/fa';
import rules from '../../../../crates/rules/locales/fa.ftl?raw';
import server from '../../../../crates/server/locales/fa.ftl?raw';

const pages = import.meta.glob<string>('../fa/*.ftl', { query: '?raw', import: 'default', eager: true });

export const texts = [rules, server, ...Object.values(pages)];
export { names };
