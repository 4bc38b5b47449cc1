import { expect, it } from 'vitest';
import english from '../locale/en/lazy/webhooks.ftl?messages';
import { addEnglish, t } from '../locale/locale';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../wire/generated';
import { eventName, factsOf, warningOf } from './webhook-facts';

addEnglish(english);

const webhook: Webhook = {
  id: 'hook',
  url: 'https://bot.example/',
  events: ['turn'],
  created: 1,
  failures: 0,
  failing: null,
  stopped: null,
  cause: null,
};
const delivery: WebhookDelivery = {
  id: 'msg_1',
  event: 'turn',
  state: 'waiting',
  created: 1,
  attempts: 0,
  tried: null,
  due: 1,
  answer: null,
  problem: null,
};

it('every_kind_of_event_has_a_name', () => {
  const events: (WebhookEvent | null)[] = ['challenge', 'appointment', 'game_begun', 'turn', 'game_ended', null];
  expect(new Set(events.map(eventName)).size).toBe(events.length);
  expect(eventName('game_begun')).toBe(t('webhook-event-game-begun'));
});

it('webhook_that_is_off_says_why', () => {
  expect(warningOf(webhook)).toBe('');
  expect(warningOf({ ...webhook, failures: 2, failing: 1 })).toContain('have failed since');
  for (const cause of ['failing', 'gone', 'recovered'] as const) {
    expect(warningOf({ ...webhook, failing: 1, stopped: 1, cause })).toContain('Switched off');
  }
});

it('delivery_says_what_came_of_it', () => {
  expect(factsOf(delivery)).toMatch(/· waiting$/);
  const refused = { ...delivery, attempts: 1, tried: 1, due: 60_000, answer: 500 };
  expect(factsOf(refused)).toMatch(/waiting · answer .?500.? · next attempt/);
  for (const problem of ['late', 'unreached', 'not_allowed'] as const) {
    const failed = factsOf({ ...delivery, state: 'failed', tried: 1, due: null, problem });
    expect(failed).toContain('given up');
    expect(failed).not.toContain('webhook-');
  }
  expect(factsOf({ ...delivery, state: 'delivered', tried: 1, due: null, answer: 204 })).toMatch(/delivered · answer .?204.?$/);
});
