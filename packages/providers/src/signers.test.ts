import { describe, expect, it } from '@jest/globals';
import { signers } from './signers.fixture.js';

const SECRET = "It's a Secret to Everybody";

describe('signers', () => {
  it('reproduces the example that GitHub publishes', () => {
    expect(signers.github.sign({ body: 'Hello, World!', secret: SECRET, now: 0 })).toEqual({
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    });
  });

  it('reproduces the example that Atlassian publishes', () => {
    expect(signers.jira.sign({ body: 'Hello World!', secret: SECRET, now: 0 })).toEqual({
      'x-hub-signature': 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9',
    });
  });

  it('reproduces the signature of the Standard Webhooks libraries', () => {
    const input = {
      body: '{"test": 2432232314}',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      now: 1_614_265_330_000,
      messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    };
    expect(signers.diversion.sign(input)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('signs text and bytes the same', () => {
    for (const { sign } of Object.values(signers)) {
      const input = {
        secret: 'whsec_c2VjcmV0',
        now: 1_793_620_800_000,
        callbackUrl: 'https://hooks.example.com/x',
      };
      expect(sign({ ...input, body: Buffer.from('{"ö":1}') })).toEqual(sign({ ...input, body: '{"ö":1}' }));
    }
  });
});
