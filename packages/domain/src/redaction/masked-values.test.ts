import { describe, expect, it } from '@jest/globals';
import { createRedactor } from './redactor.js';

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
    const everyUnit = Array.from({ length: value.length }, (_, at) =>
      value.charCodeAt(at).toString(16).padStart(4, '0'),
    );
    const again = (text: string) => JSON.stringify(text).slice(1, -1);
    const spellings = {
      'as is': value,
      'percent-encoded': encodeURIComponent(value),
      "percent-encoded with !*'()": strict,
      'percent-encoded with lower-case digits': strict.replace(/%../g, (code) => code.toLowerCase()),
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
