/** What a webhook and its deliveries say of themselves, in words. */
import { formatDate, t } from '../locale/locale';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../wire/generated';

const TIME = { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
const timeOf = (at: number) => formatDate(new Date(at), TIME);
const dateOf = (at: number) => formatDate(new Date(at), { dateStyle: 'medium' });

/** The name of what is posted; without a kind it is a test. */
export const eventName = (event: WebhookEvent | null): string => t(`webhook-event-${(event ?? 'test').replace('_', '-')}`);

/** What its owner should know of a webhook: that it is off and why, or that it fails. */
export function warningOf({ stopped, cause, failing }: Webhook): string {
  if (stopped) return t(`webhook-stopped-${cause ?? 'failing'}`, { date: dateOf(stopped) });
  return failing ? t('webhook-failing', { date: dateOf(failing) }) : '';
}

/** What came of a delivery. */
export function factsOf({ state, created, tried, due, answer, problem }: WebhookDelivery): string {
  const refusal = problem && t(`webhook-problem-${problem.replace('_', '-')}`);
  const said = refusal ?? (answer ? t('webhook-answer', { status: String(answer) }) : null);
  const next = state === 'waiting' && tried && due ? [t('webhook-next', { time: timeOf(due) })] : [];
  return [timeOf(created), t(`webhook-state-${state}`), ...(said ? [said] : []), ...next].join(' · ');
}
