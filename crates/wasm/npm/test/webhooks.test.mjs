/** Signatures of webhooks, by the vector of the specification's reference libraries and against forgeries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientError, WebhookError, verifyWebhook } from '../dist/client.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const SENT = 1614265330;
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(SENT),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const verify = ({ headers = HEADERS, body = BODY, secret = SECRET, now = SENT } = {}) => verifyWebhook(secret, headers, body, { now });

const refused = (why, given) =>
  assert.rejects(verify(given), (error) => error instanceof WebhookError && error instanceof ClientError && why.test(error.message));

test('vector_of_the_specification_is_verified', async () => {
  const upper = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]));
  for (const given of [
    {},
    { body: new TextEncoder().encode(BODY) },
    { secret: SECRET.slice('whsec_'.length) },
    { headers: upper },
    { headers: new Headers(HEADERS) },
    { headers: { get: (name) => HEADERS[name] ?? null } },
  ]) {
    assert.deepEqual(await verify(given), { test: 2432232314 });
  }
});

test('signature_of_a_former_secret_beside_another_is_verified', async () => {
  const other = Buffer.from('x'.repeat(32)).toString('base64');
  const both = { ...HEADERS, 'webhook-signature': `v1,${other} v2,${other} ${HEADERS['webhook-signature']}` };
  assert.deepEqual(await verify({ headers: both }), { test: 2432232314 });
});

test('delivery_of_another_time_is_refused', async () => {
  await verify({ now: SENT - 300 });
  await verify({ now: SENT + 300 });
  for (const now of [SENT - 301, SENT + 301, undefined]) {
    const given = verifyWebhook(SECRET, HEADERS, BODY, now === undefined ? {} : { now });
    await assert.rejects(given, /too old/);
  }
  for (const sent of ['', 'soon', '-1', '1e9', '١٦١٤٢٦٥٣٣٠']) {
    await refused(/not a time/, { headers: { ...HEADERS, 'webhook-timestamp': sent } });
  }
});

test('anything_changed_is_refused', async () => {
  const fits = /no signature fits/;
  await refused(fits, { body: `${BODY} ` });
  await refused(fits, { body: '' });
  await refused(fits, { headers: { ...HEADERS, 'webhook-id': 'msg_other' } });
  await refused(fits, { headers: { ...HEADERS, 'webhook-timestamp': String(SENT + 1) } });
  await refused(fits, { secret: `whsec_${Buffer.from('another secret').toString('base64')}` });
  const signature = HEADERS['webhook-signature'];
  for (const wrong of ['', 'v1', 'v1,', signature.slice(3), signature.replace('v1', 'v2'), `${signature}é`]) {
    await refused(fits, { headers: { ...HEADERS, 'webhook-signature': wrong } });
  }
});

test('header_missing_is_named', async () => {
  for (const name of Object.keys(HEADERS)) {
    await refused(new RegExp(`\`${name}\` is missing`), { headers: { ...HEADERS, [name]: undefined } });
  }
});

test('secret_that_is_none_is_named', async () => {
  for (const secret of ['', 'whsec_', 'whsec_!', 'né']) await assert.rejects(verify({ secret }), TypeError);
});
