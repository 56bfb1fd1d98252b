import { describe, expect, it } from '@jest/globals';
import type { WebhookEndpoint } from '../../define-provider.js';
import { provider } from './index.js';

const endpoints: readonly WebhookEndpoint[] = provider.endpoints;

const LOG_CAP = 256_000;

describe('the endpoints of Jenkins', () => {
  it.each(['jenkins', 'ci'])('are the same under %s', (name) => {
    const paths = endpoints.map(({ path }) => path).filter((path) => path.split('/')[0] === name);
    expect(paths).toEqual([name, `${name}/build_notification`, `${name}/commit_trigger`]);
  });

  it('always check the signature of build_notification, and others only if the integration requires it', () => {
    const checked = endpoints.map(({ path, signature }) => [path.split('/')[1], signature?.checked]);
    const paths = [
      [undefined, 'never'],
      ['build_notification', 'always'],
      ['commit_trigger', 'never'],
    ];
    expect(checked).toEqual([...paths, ...paths]);
  });

  it('accept a plain HMAC-SHA256 signature', () => {
    // The digest that GitHub publishes for the same secret and body.
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const request = {
      headers: { 'x-jenkins-signature': signature },
      rawBody: Buffer.from('Hello, World!'),
      secrets: ["It's a Secret to Everybody"],
      config: {},
      now: 0,
      toleranceMs: 0,
    };
    const [scheme] = endpoints.flatMap((endpoint) => endpoint.signature ?? []);
    expect(scheme?.verify(request)).toBeNull();
    expect(scheme?.verify({ ...request, rawBody: Buffer.from('Hello, World?') })).not.toBeNull();
    expect(scheme?.verify({ ...request, secrets: [] })).not.toBeNull();
  });
});

describe('trimming a report', () => {
  const flat = { job_name: 'a', build_number: 1, status: 'failed' };

  it('does not change a short log', () => {
    const payload = { ...flat, log: 'x'.repeat(LOG_CAP) };
    expect(provider.trim(payload)).toBe(payload);
    expect(provider.trim(flat)).toBe(flat);
  });

  it('retains the last 256,000 characters, splits none, and marks the cut', () => {
    const trimmed = provider.trim({ ...flat, log: `old${'💥'.repeat(LOG_CAP - 1)}!` });
    expect(trimmed).toEqual({ ...flat, log: `${'💥'.repeat(LOG_CAP - 1)}!`, log_truncated: true });
  });

  it('retains the first log that is not empty', () => {
    expect(provider.trim({ ...flat, logs_tail: '', log: 'first', console: 'second' })).toEqual({
      ...flat,
      logs_tail: '',
      log: 'first',
    });
  });

  it("cuts the log inside the Notification plugin's build", () => {
    const build = { number: 1, phase: 'COMPLETED', log: `old${'x'.repeat(LOG_CAP)}` };
    expect(provider.trim({ name: 'a', build })).toEqual({
      name: 'a',
      build: { ...build, log: 'x'.repeat(LOG_CAP), log_truncated: true },
    });
  });

  it.each([{}, { build: null }, { build: { phase: 'STARTED', log: 7 } }, { log: ['a'] }])(
    'does not change %j',
    (payload) => {
      expect(provider.trim(payload)).toBe(payload);
    },
  );
});
