import { describe, expect, it } from '@jest/globals';
import { redactBody } from './redact-body.js';
import { hidePeople, redactText } from './redact-text.js';

describe('redactText', () => {
  it.each([
    ['pushed with ghp_abcdefghijklmnopqrstuvwxyz0123456789.', 'pushed with [redacted].'],
    ['github_pat_11ABCDEFG0abcdefghijkl_mnop', '[redacted]'],
    ['glpat-abcdefghijklmnopqrst', '[redacted]'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[redacted]'],
    ['key AKIAIOSFODNN7EXAMPLE of the bucket', 'key [redacted] of the bucket'],
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [redacted]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N', '[redacted]'],
    ['https://ci:hunter2@ci.example.com/job/1', 'https://ci.example.com/job/1'],
    ['https://x.example.com/hook?token=abc123&job=1', 'https://x.example.com/hook?token=[redacted]&job=1'],
    ['https://x.example.com/a?X-Amz-Signature=0f0f', 'https://x.example.com/a?X-Amz-Signature=[redacted]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nend', '[redacted]\nend'],
    ['ask jane@studio.test', 'ask jane'],
  ])('redacts %s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each(['task-12', 'sha 3f2504e04f8941d39a0c0305e82c3301', 'Bearer of bad news', 'the token ring', 'CL 48213'])(
    'does not change %s',
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  it('hides whole names of members in any case', () => {
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
      has_token: true,
      password: '',
    });
    expect(JSON.stringify(value)).not.toContain('plain');
    expect(value).toMatchObject({ parameters: [{}, { value: 'Win64' }], has_token: true, password: '' });
  });

  it('hides the names of people but not those of things', () => {
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

  it('cuts long texts, long arrays and large bodies, and reports the cut', () => {
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

  it('shows no part of a credential or address at the cut', () => {
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
