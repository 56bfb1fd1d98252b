import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../text/any-character.fixture.js';
import { ORDINARY_LINES } from './ordinary-lines.fixture.js';
import { commonRedactor, createRedactor } from './redactor.js';
import { FORMAT_SAMPLES, NAME_SAMPLES } from './rules.fixture.js';
import { FORMAT_RULES, NAME_RULES } from './rules.js';

const redact = commonRedactor.text;

describe('credential formats', () => {
  it('all have samples', () => {
    expect(Object.keys(FORMAT_SAMPLES).toSorted()).toEqual(FORMAT_RULES.map(({ name }) => name).toSorted());
  });

  describe.each(Object.entries(FORMAT_SAMPLES))('%s', (name, { secrets, before = '', nearMisses }) => {
    it.each(secrets)('masks %s', (secret) => {
      expect(redact(`line 1\n: ${before}${secret} .\nline 3`)).toBe(
        `line 1\n: ${before}[redacted: ${name}] .\nline 3`,
      );
    });

    it.each(nearMisses)('does not change %s', (text) => {
      expect(redact(text)).toBe(text);
    });
  });
});

describe('credential names', () => {
  it('all have samples', () => {
    expect(Object.keys(NAME_SAMPLES).toSorted()).toEqual(NAME_RULES.map(({ name }) => name).toSorted());
  });

  describe.each(Object.entries(NAME_SAMPLES))('%s', (_name, { masked, nearMisses }) => {
    it.each(masked)('masks %s', (text, shown) => {
      expect(redact(text)).toBe(shown);
    });

    it.each(nearMisses)('does not change %s', (text) => {
      expect(redact(text)).toBe(text);
    });
  });

  it.each([
    ['password=hunter2', 'password=[redacted]'],
    ['password: hunter2', 'password: [redacted]'],
    ['Password = hunter2', 'Password = [redacted]'],
    ['{"password": "hunter2", "user": "ci"}', '{"password": "[redacted]", "user": "ci"}'],
    [String.raw`{\"password\":\"hunter2\"}`, String.raw`{\"password\":\"[redacted]\"}`],
    ["{'password': 'two words'}", "{'password': '[redacted]'}"],
    ['{:password=>"hunter2"}', '{:password=>"[redacted]"}'],
    ['--password hunter2 --verbose', '--password [redacted] --verbose'],
    ['-Password hunter2', '-Password [redacted]'],
    ['--password=hunter2', '--password=[redacted]'],
    ['--password --verbose', '--password --verbose'],
    ['/password:hunter2', '/password:[redacted]'],
    ['export DB_PASSWORD=a,b;c&d', 'export DB_PASSWORD=[redacted]'],
    [
      'Server=db;User Id=ci;Password=hunter2;Encrypt=true',
      'Server=db;User Id=ci;Password=[redacted];Encrypt=true',
    ],
    ['<password>hunter2</password>', '<password>[redacted]</password>'],
    ['<add key="ClearTextPassword" value="hunter2" />', '<add key="ClearTextPassword" value="[redacted]" />'],
    ['{"name":"DB_PASSWORD","value":"hunter2"}', '{"name":"DB_PASSWORD","value":"[redacted]"}'],
    ['https://x.test/a?password=hunter2&job=1', 'https://x.test/a?password=[redacted]&job=1'],
    ['password="never closed', 'password="[redacted] closed'],
    ["(password='hunter2'),", "(password='[redacted]'),"],
  ])('are recognized in %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });
});

describe('private keys', () => {
  const line = 'MIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0buKLy/NavRzIRH5EA8ZsM2Zq1';

  it('are masked line by line, so that line numbers stay the same', () => {
    expect(
      redact(`a\n-----BEGIN RSA PRIVATE KEY-----\n${line}\n${line}\nabcd==\n-----END RSA PRIVATE KEY-----\nb`),
    ).toBe(
      `a\n-----BEGIN RSA PRIVATE KEY-----\n${'[redacted: private key]\n'.repeat(3)}-----END RSA PRIVATE KEY-----\nb`,
    );
  });

  it('are masked behind the timestamp that a build server prints on each line', () => {
    expect(redact(`12:00 -----BEGIN PRIVATE KEY-----\n12:00 ${line}\n12:01 -----END PRIVATE KEY-----`)).toBe(
      '12:00 -----BEGIN PRIVATE KEY-----\n12:00 [redacted: private key]\n12:01 -----END PRIVATE KEY-----',
    );
  });

  it('are masked in single-line JSON', () => {
    const text = String.raw`"-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n"`;
    expect(redact(text)).toBe(
      String.raw`"-----BEGIN PRIVATE KEY-----[redacted: private key]-----END PRIVATE KEY-----\n"`,
    );
  });

  it('are masked when their start or end is cut off', () => {
    expect(redact(`-----BEGIN PRIVATE KEY-----\n${line}\n${line}\nBuild failed`)).toBe(
      `-----BEGIN PRIVATE KEY-----\n${'[redacted: private key]\n'.repeat(2)}Build failed`,
    );
    expect(redact(`7OejecsQ0\n${line}\nabcd==\n-----END PRIVATE KEY-----\nBuild failed`)).toBe(
      `${'[redacted: private key]\n'.repeat(3)}-----END PRIVATE KEY-----\nBuild failed`,
    );
  });

  it('are distinguished from certificates and public keys', () => {
    const text = `-----BEGIN CERTIFICATE-----\n${line}\n-----END CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----\n${line}`;
    expect(redact(text)).toBe(text);
  });
});

describe('user info in URLs', () => {
  it.each([
    ['https://ci:hunter2@ci.studio.test/job/1', 'https://ci.studio.test/job/1'],
    ['https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/2', 'https://o1.ingest.sentry.io/2'],
    ['git clone https://x-access-token:abc@github.com/a/b', 'git clone https://github.com/a/b'],
  ])('is removed from %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each(['ssh://git@git.studio.test/a', 'https://ci.studio.test:8080/a', 'https://x.test/a:b@c'])(
    'is not found in %s',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
});

describe('colored output', () => {
  it('is masked, and keeps its colors', () => {
    expect(redact('\u001b[32mghp_abcdefghijklmnopqrstuvwxyz0123456789\u001b[0m ok')).toBe(
      '\u001b[32m[redacted: GitHub token]\u001b[0m ok',
    );
    expect(redact('pass\u001b[1mword=hun\u001b[31mter2\u001b[0m ok \u001b[32mdone')).toBe(
      'pass\u001b[1mword=[redacted]\u001b[31m\u001b[0m ok \u001b[32mdone',
    );
  });
});

describe('masked values of a project', () => {
  const { text } = createRedactor([
    { name: 'Launcher key', value: 'Lorem ipsum/42' },
    { name: 'Launcher', value: 'Lorem ipsum' },
    { name: 'Odd one', value: 'say "redacted"' },
  ]);

  it.each([
    ['x Lorem ipsum/42 y', 'x [redacted: Launcher key] y'],
    ['x Lorem ipsum y', 'x [redacted: Launcher] y'],
    ['?k=Lorem%20ipsum%2F42', '?k=[redacted: Launcher key]'],
    [String.raw`{"a":"say \"redacted\""}`, '{"a":"[redacted: Odd one]"}'],
    [`x ${Buffer.from('ci:Lorem ipsum/42').toString('base64')}`, 'x Y2k6[redacted: Launcher key]I='],
  ])('are masked in %s', (before, after) => {
    expect(text(before)).toBe(after);
    expect(text(after)).toBe(after);
  });

  describe('in every usual spelling', () => {
    const value = String.raw`it's (a/b) "c\d"!*é+漢😀`;
    const redact = createRedactor([{ name: 'Key', value }]).text;
    const percent = [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const strict = encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
    const quoted = JSON.stringify(value).slice(1, -1);
    const ascii = quoted.replace(/[^ -~]/g, (c) => String.raw`\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const everyUnit = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, '0'));
    const again = (text: string) => JSON.stringify(text).slice(1, -1);
    const spellings = {
      'as is': value,
      'percent-encoded': encodeURIComponent(value),
      "percent-encoded with !*'()": strict,
      'percent-encoded with lower-case digits': strict.replace(/%../g, (escape) => escape.toLowerCase()),
      'percent-encoded in every byte': percent,
      'percent-encoded twice': encodeURIComponent(strict),
      'in a form': new URLSearchParams({ v: value }).toString().slice('v='.length),
      'in a form in JSON': again(new URLSearchParams({ v: value }).toString().slice('v='.length)),
      'in JSON': quoted,
      'in JSON with escaped slashes': quoted.replaceAll('/', String.raw`\/`),
      'in ASCII JSON': ascii,
      'in ASCII JSON with upper-case digits': ascii.replace(/\\u..../g, (c) => `\\u${c.slice(2).toUpperCase()}`),
      'in JSON with every character escaped': everyUnit.map((unit) => String.raw`\u${unit}`).join(''),
      'in JSON in JSON': again(quoted),
      'in ASCII JSON in JSON': again(ascii),
      'percent-encoded in JSON': again(strict),
      'in XML': value.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    };

    it.each(Object.entries(spellings))('masks a value %s', (_how, spelled) => {
      expect(redact(`x ${spelled} y`)).toBe('x [redacted: Key] y');
      expect(redact(`<${spelled}>, <${spelled}>`)).toBe('<[redacted: Key]>, <[redacted: Key]>');
    });

    it.each([
      ['Base64', 'utf8', 'base64'],
      ['Base64 for web addresses', 'utf8', 'base64url'],
      ['Base64 of UTF-16, as PowerShell encodes commands', 'utf16le', 'base64'],
    ] as const)('masks a value in %s, whatever is before it', (_how, characters, encoding) => {
      for (const before of ['', 'a', 'ab', 'abc']) {
        for (const secret of [value, 'hunter']) {
          const encoded = Buffer.from(`${before}${secret}`, characters).toString(encoding);
          const shown = createRedactor([{ name: 'Key', value: secret }]).text(`x ${encoded} y`);
          expect(shown).toMatch(/^x .{0,8}\[redacted: Key\].{0,4} y$/);
          expect(shown.length).toBeLessThan(36);
        }
      }
      const escaped = Buffer.from(value, characters).toString('base64').replaceAll('/', String.raw`\/`);
      expect(redact(`"${escaped}"`)).toMatch(/^"\[redacted: Key\].{0,4}"$/);
    });

    it('masks only the value inside a longer encoded text', () => {
      const encoded = encodeURIComponent(`é (${value}) é`);
      expect(redact(`?q=${encoded}&r=%C3%A9`)).toBe('?q=%C3%A9%20([redacted: Key])%20%C3%A9&r=%C3%A9');
    });
  });

  it('are matched literally', () => {
    expect(text('lorem ipsum, Lorem  ipsum')).toBe('lorem ipsum, Lorem  ipsum');
  });
});

describe('ordinary logs', () => {
  it('have at least 100 sample lines', () => {
    expect(ORDINARY_LINES.length).toBeGreaterThanOrEqual(100);
  });

  it.each(ORDINARY_LINES)('keep the line %s', (line) => {
    expect(redact(line)).toBe(line);
  });

  it('stay unchanged as a whole', () => {
    const log = ORDINARY_LINES.join('\n');
    expect(redact(log)).toBe(log);
  });
});

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
