import { expect, it } from 'vitest';
import { core, referenceOf, typeText } from './openapi';

it('types_are_written_in_one_line', () => {
  const game = { $ref: '#/components/schemas/GameCard' };
  expect(typeText(game)).toBe('GameCard');
  expect(typeText({ type: 'array', items: game })).toBe('GameCard[]');
  expect(typeText({ anyOf: [game, { type: 'null' }] })).toBe('GameCard | null');
  expect(typeText({ type: ['string', 'null'] })).toBe('string | null');
  expect(typeText({ enum: ['white', 'black'] })).toBe('"white" | "black"');
  expect(core({ type: 'array', items: { anyOf: [game, { type: 'null' }] } })).toEqual(game);
});

it('requests_are_grouped_by_their_first_word', () => {
  const operation = (tag: string) => ({ operationId: tag, tags: [tag], description: '', parameters: [], responses: {} });
  const paths = { '/api/v1/games': { get: operation('games'), post: operation('games') }, '/api/v1/me': { get: operation('me') } };
  const { groups } = referenceOf({ paths, components: { schemas: {} } });
  expect(groups.map(([tag, all]) => [tag, all.map(({ method, path }) => `${method} ${path}`)])).toEqual([
    ['games', ['GET /api/v1/games', 'POST /api/v1/games']],
    ['me', ['GET /api/v1/me']],
  ]);
});
