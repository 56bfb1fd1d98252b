import { describe, expect, it } from '@jest/globals';
import { activeSecrets, openChannelConfig, rotateSecrets, sealChannelConfig, targetOf } from './channel-config.js';

const SECRETS = ['a secret of the service'] as const;
const CHANNEL = '0193a000-0000-7000-8000-000000000001';
const DAY_MS = 24 * 60 * 60_000;

describe('the configuration of a channel', () => {
  const config = { kind: 'slack_webhook', url: 'https://hooks.slack.com/services/T0/B0/canary' } as const;

  it('is stored encrypted, for this channel only', () => {
    const sealed = sealChannelConfig(SECRETS, CHANNEL, config);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('canary');
    expect(openChannelConfig(SECRETS, CHANNEL, sealed)).toEqual(config);
    expect(openChannelConfig(SECRETS, CHANNEL.replace('1', '2'), sealed)).toBeNull();
  });

  it('is shown without the path, which is a credential', () => {
    expect(targetOf(config)).toBe('hooks.slack.com');
    expect(targetOf({ kind: 'email', userIds: [1, 2] })).toBe('2 people');
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
