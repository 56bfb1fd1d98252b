import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import type { BuildReport } from '@slipway/domain';
import type { WebhookEndpoint } from '../../define-provider.js';
import { normalize } from '../../normalize.js';
import { provider } from './index.js';

const endpoints: readonly WebhookEndpoint[] = provider.endpoints;

/** How much is stored, and how much before it is kept until the log is masked. */
const LOG_CAP = 256_000;
const CONTEXT = 8_192;
const QUEUED = LOG_CAP + CONTEXT;

describe('the endpoints of Jenkins', () => {
  it.each(['jenkins', 'ci'])('are the same under %s', (name) => {
    const paths = endpoints.map(({ path }) => path).filter((path) => path.split('/')[0] === name);
    expect(paths).toEqual([name, `${name}/build_notification`, `${name}/commit_trigger`]);
  });

  it('always check the signature of build_notification, and those of others if they have one', () => {
    const checked = endpoints.map(({ path, signature }) => [path.split('/')[1], signature?.checked]);
    const paths = [
      [undefined, 'if_sent'],
      ['build_notification', 'always'],
      ['commit_trigger', 'if_sent'],
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
    const payload = { ...flat, log: 'x'.repeat(QUEUED) };
    expect(provider.trim(payload)).toBe(payload);
    expect(provider.trim(flat)).toBe(flat);
  });

  it('keeps the end of a long log, splits no character, and marks the cut', () => {
    const trimmed = provider.trim({ ...flat, log: `old${'💥'.repeat(QUEUED - 1)}!` });
    expect(trimmed).toEqual({ ...flat, log: `${'💥'.repeat(QUEUED - 1)}!`, log_truncated: true });
  });

  it('keeps the first log that is not empty', () => {
    expect(provider.trim({ ...flat, logs_tail: '', log: 'first', console: 'second' })).toEqual({
      ...flat,
      logs_tail: '',
      log: 'first',
    });
  });

  it("cuts the log inside the Notification plugin's build", () => {
    const build = { number: 1, phase: 'COMPLETED', log: `old${'x'.repeat(QUEUED)}` };
    expect(provider.trim({ name: 'a', build })).toEqual({
      name: 'a',
      build: { ...build, log: 'x'.repeat(QUEUED), log_truncated: true },
    });
  });

  it.each([{}, { build: null }, { build: { phase: 'STARTED', log: 7 } }, { log: ['a'] }])(
    'does not change %j',
    (payload) => {
      expect(provider.trim(payload)).toBe(payload);
    },
  );
});

describe('the log of a report', () => {
  const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

  function logOf(log: string) {
    const body = JSON.stringify(provider.trim({ job_name: 'a', build_number: 1, status: 'failed', log }));
    const delivery = { provider: 'jenkins', event: 'build_report', receivedAt: 0, body } as unknown as Delivery;
    const [operation] = normalize(delivery, { engine: 'unreal', config: {} }).operations;
    return (operation as BuildReport).log;
  }

  it('is masked', () => {
    expect(logOf(`push with ${TOKEN}\nDB_PASSWORD=hunter2\n`)?.content).toBe(
      'push with [redacted: GitHub token]\nDB_PASSWORD=[redacted]\n',
    );
  });

  it('keeps its last 256,000 characters', () => {
    const log = Array.from({ length: 60_000 }, (_, n) => `${n}`).join('\n');
    expect(logOf(log)).toEqual({ content: log.slice(-LOG_CAP), truncated: true });
  });

  it.each([1, 5, 20, 39])('reveals no part of a token that is cut after %i characters', (before) => {
    const after = '\nnew'.repeat(LOG_CAP).slice(0, LOG_CAP - (TOKEN.length - before));
    const log = logOf(`${'old '.repeat(40_000)}${TOKEN}${after}`);
    expect(log?.content.length).toBeLessThanOrEqual(LOG_CAP);
    expect(log?.content.slice(0, 60)).toMatch(/^[^\n]*\]\nnew/);
    expect(log?.content).not.toMatch(/ghp|a1B2|[aB12]{2}\n/);
  });
});
