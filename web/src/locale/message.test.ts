// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Message, Phrase } from '../wire/generated';
import { boardInView } from '../settings/board-in-view.svelte';
import { settings } from '../settings/settings.svelte';
import { findLanguage } from './languages';
import { showLanguage } from './locale';
import { pieceName, pieceNames, say } from './message';

const rook = { piece: 'r', name: 'rook' };
/** Without the marks that isolate arguments. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');

it('message_with_known_key_is_rendered_by_the_page', () => {
  const message = { english: 'not shown', key: 'refusal-own-piece', args: { piece: rook, cell: 'e4' } };
  expect(plain(say(message))).toBe('Your own rook stands on e4.');
});

it('message_with_sides_lists_and_phrases_is_rendered', () => {
  const faces = {
    messages: [1, 2, 3].map((face) => ({
      key: 'law-die-face',
      args: { face, pieces: { pieces: [rook, { piece: 'p', name: 'pawn' }], join: 'and' as const } },
    })),
    join: 'and' as const,
  };
  const sentences: Phrase[] = [
    { key: 'law-die-faces', args: { faces } },
    { key: 'refusal-not-your-turn', args: { side: { side: 'black' } } },
  ];
  const message: Message = { english: '', key: 'sentences', args: { sentences: { sentences } } };
  expect(plain(say(message))).toBe(
    'Each turn one die is rolled and decides which piece may move: ' +
      "1 rook and pawn, 2 rook and pawn and 3 rook and pawn. It is Black's turn.",
  );
});

it('message_with_unknown_or_no_key_is_shown_in_english', () => {
  expect(say({ english: 'Old text.' })).toBe('Old text.');
  expect(say({ english: 'New text.', key: 'no-such-key' })).toBe('New text.');
});

it('piece_names_are_in_the_language_of_the_page_unless_the_games_own_are_chosen', async () => {
  const horseman = {
    name: 'feresenya',
    names: [
      { language: 'en', text: 'horseman' },
      { language: 'ar', text: 'فارس' },
    ],
  };
  expect(pieceName(horseman)).toBe('feresenya');
  await showLanguage(findLanguage('ar')!);
  expect([pieceNames(), pieceName(horseman)]).toEqual(['language', 'الفارس']);
  settings.change({ pieceNames: 'own' });
  expect(pieceName(horseman)).toBe('feresenya');
  settings.change({ pieceNames: 'language' });
  await showLanguage(findLanguage('en')!);
  expect(pieceName(horseman)).toBe('horseman');
  settings.change({ pieceNames: '' });
});

it('sides_of_a_message_are_called_after_the_board_in_view', () => {
  const message = {
    english: 'not shown',
    key: 'outcome-resignation',
    args: { winner: { side: 'black' }, loser: { side: 'white' } },
  } as const;
  boardInView.skin = 'red-cloth';
  expect(plain(say(message))).toBe('Green wins: Gold resigned.');
  boardInView.skin = 'walnut';
  expect(plain(say(message))).toBe('Black wins: Red resigned.');
  boardInView.skin = 'plain';
});
