import { describe, expect, it } from '@jest/globals';
import { openChannelConfig, sealChannelConfig, targetOf } from './channel-config.js';

const SECRETS = ['a secret of the service'] as const;
const CHANNEL = '0193a000-0000-7000-8000-000000000001';

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
