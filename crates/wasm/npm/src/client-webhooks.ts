/** Deliveries of webhooks, which a server signs as the Standard Webhooks specification defines. */
import { WebhookError } from './client-errors.js';
import type { AccountMessage } from './wire.js';

/** What a webhook is sent: what the stream of the account says, without `cursor`, or a test. */
export type WebhookMessage = AccountMessage | { type: 'test'; key: string };

/** The headers of a request, as `fetch` or Node have them; in an object their names count in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of the delivery may be from now, in seconds: 300. */
  tolerance?: number;
  /** The time in seconds since the epoch, if it is not that of the clock. */
  now?: number;
}

const PREFIX = 'whsec_';

/**
 * The message of a delivery, if the holder of the secret has sent it just now; a `WebhookError` if a header is missing,
 * the delivery is too old or too new, or no signature fits. The body is the text or the bytes of the request as they
 * came: parsed and written again it is another one.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { tolerance = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes?.length) throw new TypeError('a secret is `whsec_` and base64');
  const [id, sent, signatures] = ['id', 'timestamp', 'signature'].map((part) => header(headers, `webhook-${part}`));
  if (!/^[0-9]+$/.test(sent!)) throw new WebhookError('`webhook-timestamp` is not a time in seconds');
  if (!(Math.abs(now - Number(sent)) <= tolerance)) {
    throw new WebhookError('the delivery is too old, or its time is yet to come');
  }
  const payload = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${sent}.`);
  const signed = new Uint8Array(head.length + payload.length);
  signed.set(head);
  signed.set(payload, head.length);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  // One more follows for a day after the secret was replaced.
  for (const one of signatures!.split(' ')) {
    const signature = one.startsWith('v1,') ? bytesOf(one.slice(3)) : undefined;
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return parsed(payload);
  }
  throw new WebhookError('no signature fits: another secret, or another body');
}

function parsed(payload: Uint8Array): WebhookMessage {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as WebhookMessage;
  } catch {
    throw new WebhookError('the body is no JSON');
  }
}

function header(headers: WebhookHeaders, name: string): string {
  // Headers may be those of another implementation than the global one.
  const found =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found !== 'string') throw new WebhookError(`the header \`${name}\` is missing`);
  return found;
}

/** The bytes of base64; nothing if it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
