import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../text/any-character.fixture.js';
import { commonRedactor, createRedactor } from './redactor.js';
import { FORMAT_SAMPLES, NAME_SAMPLES } from './rules.fixture.js';

const redact = commonRedactor.text;

const fragment = fc.oneof(
  fc.constantFrom(
    ...Object.values(FORMAT_SAMPLES).flatMap(({ secrets, before = '' }) => secrets.map((s) => before + s)),
  ),
  fc.constantFrom(...Object.values(NAME_SAMPLES).flatMap(({ masked }) => masked.map(([text]) => text))),
  fc.constantFrom(
    'password',
    'token',
    'Authorization',
    ':',
    '=',
    ' ',
    '\n',
    '"',
    "'",
    ',',
    ';',
    '&',
    '?',
    '--',
    '-',
    '://',
  ),
  fc.constantFrom(
    '[redacted]',
    '[redacted: GitHub token]',
    '[redacted',
    ']',
    '\u001b[31m',
    '\u001b',
    '@',
    'p4 -P ',
    'curl -u a:',
  ),
  fc.constantFrom(
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'A'.repeat(64),
    '\\n',
    'hunter2',
    'https://a:b@c/',
  ),
  fc.string({ unit: anyCharacter, maxLength: 5 }),
);
const hostileText = fc.array(fragment, { maxLength: 24 }).map((fragments) => fragments.join(''));
const { text: redactValues } = createRedactor([{ name: 'Value', value: 'redacted: Value' }]);

describe('redacting', () => {
  it.each([
    ['the common rules', redact],
    ['values that look like masks', redactValues],
  ])('twice changes nothing more and keeps the number of lines, with %s', (_name, apply) => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const once = apply(text);
        expect(apply(once)).toBe(once);
        expect(once.split('\n')).toHaveLength(text.split('\n').length);
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });

  it.each([
    'a',
    'password=',
    'password="',
    `password='password="password=\``,
    'eyJ',
    'eyJaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----\n',
    'curl ',
    'curl -u a:',
    'p4 -a b',
    '+login a ',
    'Bearer aA',
    'SB-AAAA-',
    '://',
    'http://a:',
    '?aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '&key',
    '\u001b[',
    '\u001b[31mp',
    '[redacted: ',
    'passwordpassword',
    '_',
    '-',
    '\\',
    'Authorization: ',
    'Cookie: a=b ',
    `${'A'.repeat(64)}\n`,
    '<password>',
    'token=)',
    ...['token=$(', 'cookie: ', 'token:a:', 'password=${', 'secret: f('],
    '--password ',
    'token" value=',
    '@',
  ])('takes linear time for a log that contains only %j', (part) => {
    // With quadratic time, this length would take minutes and exceed the test timeout.
    const log = part.repeat(Math.ceil(1_024_000 / part.length));
    expect(redact(log).split('\n')).toHaveLength(log.split('\n').length);
  });

  it.each([
    ['token=', ')', 'x'],
    ['password=', '*', 'x'],
    ['', 'A', '!\n-----END PRIVATE KEY-----'],
    ['Bearer ', 'a', '!'],
  ])('takes linear time for %j, many of %j and %j', (before, part, after) => {
    const log = before + part.repeat(1_024_000) + after;
    expect(redact(log).split('\n')).toHaveLength(log.split('\n').length);
  });
});
