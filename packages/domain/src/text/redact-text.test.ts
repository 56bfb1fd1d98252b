import { describe, expect, it } from '@jest/globals';
import { redactBody } from './redact-body.js';
import { hidePeople, redactText } from './redact-text.js';

describe('redactText', () => {
  it('masks credentials and removes addresses', () => {
    const text =
      'jane@studio.test pushed with ghp_abcdefghijklmnopqrstuvwxyz0123456789 to https://ci:pw@ci.test/job/1';
    expect(redactText(text)).toBe('jane pushed with [redacted: GitHub token] to https://ci.test/job/1');
  });

  it('hides full names of members, ignoring case', () => {
    const people = hidePeople([
      { id: 4, name: 'Mira Okafor' },
      { id: 9, name: 'Sam' },
      { id: 11, name: 'D.J. (QA)' },
    ]);
    expect(redactText('mira okafor and SAM made a sample for D.J. (QA), not DxJx (QA)', people)).toBe(
      'user:4 and user:9 made a sample for user:11, not DxJx (QA)',
    );
  });
});

describe('redactBody', () => {
  it('hides credentials by field name at any depth', () => {
    const { value } = redactBody({
      token: 'plain',
      apiKey: 'plain',
      'X-Api-Key': 'plain',
      nested: [{ client_secret: 'plain', AWS_SECRET_ACCESS_KEY: { any: 'plain' } }],
      parameters: [
        { name: 'DEPLOY_TOKEN', value: 'plain' },
        { name: 'PLATFORM', value: 'Win64' },
      ],
      SECRET_KEY: 'plain',
      pass: 'plain',
      pwd: 'plain',
      auth: 'plain',
      'X-Hub-Signature': 'plain',
      has_token: true,
      password: '',
      key: 'HARB-12',
      tests: { pass: 14, fail: 2 },
    });
    expect(JSON.stringify(value)).not.toContain('plain');
    expect(value).toMatchObject({
      parameters: [{}, { value: 'Win64' }],
      has_token: true,
      password: '',
      key: 'HARB-12',
      tests: { pass: 14, fail: 2 },
    });
  });

  it('masks credentials in the texts of a body', () => {
    const { value } = redactBody({
      message: 'sk_live_abcdefghijklmnop and AIzaA1b2C3d4E5abcdefghijklmnopqrstuvwxy',
      url: 'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnop',
    });
    expect(value).toEqual({
      message: '[redacted: Stripe key] and [redacted: Google key]',
      url: 'https://hooks.slack.com/services/[redacted: Slack webhook]',
    });
  });

  it('hides names of people but not of things', () => {
    const { value } = redactBody({
      repository: { name: 'harbor', owner: { login: 'studio', name: 'Mira Okafor' } },
      pusher: { name: 'Mira Okafor', email: 'mira@studio.test' },
      commits: [{ author: { name: 'Mira Okafor', username: 'mira' }, message: 'Relight the quay' }],
      user: { displayName: 'Mira Okafor', accountId: '1' },
      labels: [{ name: 'lighting' }],
    });
    expect(JSON.stringify(value)).not.toMatch(/Okafor|@/);
    expect(value).toMatchObject({
      repository: { name: 'harbor', owner: { login: 'studio' } },
      commits: [{ author: { username: 'mira' }, message: 'Relight the quay' }],
      labels: [{ name: 'lighting' }],
    });
  });

  it('removes addresses from the names of fields', () => {
    expect(redactBody({ 'jane@studio.test': 1 }).value).toEqual({ jane: 1 });
  });

  it('cuts long texts, long arrays and large bodies, and says so', () => {
    expect(redactBody({ log: 'line one\n'.repeat(100) })).toMatchObject({ truncated: false });
    const log = redactBody({ log: 'x y '.repeat(100_000), status: 'FAILURE' });
    expect(log).toMatchObject({ truncated: true, value: { status: 'FAILURE' } });
    expect(JSON.stringify(log.value).length).toBeLessThan(10_000);
    const many = redactBody({
      files: Array.from({ length: 20_000 }, (_, n) => ({ path: `Content/${n}.uasset` })),
    });
    expect(many.truncated).toBe(true);
    expect(JSON.stringify(many.value).length).toBeLessThan(100_000);
  });

  it('shows no part of a credential or address where it cuts', () => {
    for (let room = 8_100; room < 8_200; room += 1) {
      const text = `${'a '.repeat(room / 2)}jane.doe@studio.test ghp_abcdefghijklmnopqrstuvwxyz0123456789 ${'b '.repeat(90)}`;
      expect(JSON.stringify(redactBody({ text }).value)).not.toMatch(/@|ghp_/);
    }
  });

  it('shows a body that is not an object', () => {
    expect(redactBody('plain text from jane@studio.test')).toEqual({
      value: 'plain text from jane',
      truncated: false,
    });
    expect(redactBody(null)).toEqual({ value: null, truncated: false });
  });
});
