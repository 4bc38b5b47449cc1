/** Messages of the server: rendered with the page's bundle, or else as its English text. */
import type { LocalizedName, Message, Phrase, PhraseArgument } from '../wire/generated';
import { settings, type NameStyle } from '../settings/settings.svelte';
import { hasMessage, localized, t, withoutIsolation } from './locale';
import { shown } from './shown.svelte';

/** A message as text. The English text is shown where the page lacks a key of it. */
export function say(message: Message): string {
  const { key, args, english } = message;
  return key && isKnown({ key, args }) ? render({ key, args }) : english;
}

function isKnown({ key, args = {} }: Phrase): boolean {
  return hasMessage(key) && Object.values(args).every((argument) => phrasesOf(argument).every(isKnown));
}

function phrasesOf(argument: PhraseArgument): Phrase[] {
  if (typeof argument !== 'object') return [];
  if ('message' in argument) return [argument.message];
  if ('messages' in argument) return argument.messages;
  return 'sentences' in argument ? argument.sentences : [];
}

function render({ key, args = {} }: Phrase): string {
  return inDirection(t(key, Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, value(argument)]))));
}

/**
 * A text that may consist of isolated arguments only. Those count for nothing when an isolate
 * finds its direction, so in a right-to-left language a mark says it.
 */
function inDirection(text: string): string {
  return shown.language.direction === 'rtl' ? `\u200f${text}` : text;
}

function value(argument: PhraseArgument): string | number {
  if (typeof argument !== 'object') return argument;
  if ('side' in argument) return t(`side-${argument.side}`);
  if ('piece' in argument) return pieceName(argument);
  if ('pieces' in argument) return list(argument.pieces.map(pieceName), argument.join);
  if ('message' in argument) return render(argument.message);
  if ('messages' in argument) return list(argument.messages.map(render), argument.join);
  return joined(argument.sentences.map(render), 'sentence-pair');
}

/** How pieces are called: as chosen, else by the game's own names on an English page, and in the language of the page on any other. */
export const pieceNames = (): NameStyle => settings.pieceNames || (shown.language.tag === 'en' ? 'own' : 'language');

/**
 * Name of a piece as the reader has chosen: the ruleset's own, or that in the language of the page, as
 * its sentences use it: Arabic adds the article, to which the name must join without marks of isolation.
 */
export function pieceName({ name, names = [] }: { name: string; names?: LocalizedName[] }): string {
  if (pieceNames() === 'own') return name;
  const translated = localized('', names);
  if (shown.language.tag === 'en') return translated || name;
  return translated ? withoutIsolation(t('piece-name', { name: translated })) : name;
}

/** Items of a list, with the commas and the last word of the language. */
export function list(items: string[], join: 'and' | 'or'): string {
  const last = items.at(-1) ?? t('list-none');
  return items.length < 2 ? last : inDirection(t(`list-${join}`, { first: joined(items.slice(0, -1), 'list-comma'), second: last }));
}

function joined(items: string[], key: 'list-comma' | 'sentence-pair'): string {
  return items.length ? items.reduce((first, second) => inDirection(t(key, { first, second }))) : '';
}
