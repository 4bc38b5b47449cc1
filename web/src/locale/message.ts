/** Messages of the server: rendered with the page's bundle, or else as its English text. */
import type { Message, Phrase, PhraseArgument, PieceArgument } from '../wire/generated';
import { settings } from '../lib/settings.svelte';
import { hasMessage, language, t } from './locale';

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
  return t(key, Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, value(argument)])));
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

/** The ruleset's own name in English texts; a name tagged `en` explains it, for those who have chosen so. */
function pieceName({ name, names = [] }: PieceArgument): string {
  if (language.startsWith('en') && settings.names === 'own') return name;
  return names.find((one) => language === one.language || language.startsWith(`${one.language}-`))?.text ?? name;
}

function list(items: string[], join: 'and' | 'or'): string {
  const last = items.at(-1) ?? t('list-none');
  return items.length < 2 ? last : t(`list-${join}`, { first: joined(items.slice(0, -1), 'list-comma'), second: last });
}

function joined(items: string[], key: 'list-comma' | 'sentence-pair'): string {
  return items.length ? items.reduce((first, second) => t(key, { first, second })) : '';
}
