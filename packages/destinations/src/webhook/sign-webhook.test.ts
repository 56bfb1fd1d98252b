import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { activeSecrets, newWebhookSecret, rotateSecrets, webhookBody, webhookHeaders } from './sign-webhook.js';

const DAY_MS = 24 * 60 * 60_000;

it('a webhook is signed as the specification says: HMAC-SHA256 over id, time and body', () => {
  const secret = newWebhookSecret();
  const headers = webhookHeaders({ id: 'msg_1', now: 1_700_000_000_999, body: '{"a":1}', secrets: [secret] });
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64');
  expect(key).toHaveLength(32);
  expect(headers).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${signature}`,
  });
});

it('a webhook has one signature for each valid secret', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const { 'webhook-signature': signatures } = webhookHeaders({ id: 'a', now: 0, body: '', secrets });
  expect(signatures?.split(' ')).toHaveLength(2);
});

it('a webhook body has type, time and data', () => {
  const content = { type: 'channel.test', message: null as never, data: { project_id: 7 } } as const;
  expect(webhookBody(content, new Date('2026-11-17T10:00:00Z'))).toEqual({
    type: 'channel.test',
    timestamp: '2026-11-17T10:00:00.000Z',
    data: { project_id: 7 },
  });
});

describe('a rotated signing secret', () => {
  it('signs for another day beside the new one', () => {
    const secrets = rotateSecrets([{ secret: 'old', until: null }], 0);
    expect(activeSecrets(secrets, DAY_MS - 1)).toEqual([secrets[0]?.secret, 'old']);
    expect(activeSecrets(secrets, DAY_MS)).toEqual([secrets[0]?.secret]);
  });

  it('leaves the secret of the rotation before it its day, and forgets it afterwards', () => {
    const twice = rotateSecrets(rotateSecrets([{ secret: 'old', until: null }], 0), 1);
    expect(activeSecrets(twice, DAY_MS - 1)).toEqual([expect.any(String), expect.any(String), 'old']);
    expect(activeSecrets(twice, DAY_MS)).toHaveLength(2);
    expect(rotateSecrets(twice, DAY_MS)).toHaveLength(3);
  });
});
