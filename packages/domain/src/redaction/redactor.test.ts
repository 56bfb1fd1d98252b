import { describe, expect, it } from '@jest/globals';
import { ORDINARY_LINES } from './ordinary-lines.fixture.js';
import { commonRedactor } from './redactor.js';
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
