import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from './any-character.fixture.js';
import { looksLikeEmail, sanitizeAuthor, sanitizeText } from './sanitize-text.js';

/** Text that often triggers the rules: email addresses, at-signs in every form, and the characters around them. */
const fragment = fc.oneof(
  fc.constantFrom(
    '@',
    '\uFF20',
    '\uFE6B',
    '%40',
    '.',
    '..',
    ' ',
    '\n',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '"',
    ',',
    ';',
  ),
  fc.constantFrom(
    ':',
    '-',
    '_',
    '/',
    'a',
    'jane',
    'studio.com',
    'localhost',
    'v1',
    '18.2.0',
    '123',
    'mailto:',
    '://',
    'http://u:p@host/',
    '%',
  ),
  fc.constantFrom('[192.0.2.1]', 'stüdio.de', '工作室', '\u0301', '\u{1F3AE}', '\uD800', '\u200B', '@studio.com'),
  fc.emailAddress(),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
);
const hostileText = fc.array(fragment, { maxLength: 30 }).map((fragments) => fragments.join(''));
const plainAddress = fc.emailAddress().filter((address) => !address.includes('%40'));
const localPartOf = (address: string) => address.slice(0, address.lastIndexOf('@'));
const runs = { numRuns: 1_000 };

describe('sanitizeText', () => {
  it.each([
    ['an address alone', 'jane@studio.com', 'jane'],
    ['a name and an address', 'Thanks Jane Doe <jane@studio.com>!', 'Thanks Jane Doe <jane>!'],
    ['the end of a sentence', 'Ask jane@studio.com.', 'Ask jane.'],
    ['a list', 'jane@studio.com,bob@studio.com; eve@x.io', 'jane,bob; eve'],
    ['a tagged local part', 'jane.doe+build@studio.com failed', 'jane.doe+build failed'],
    ['a quoted local part', '"jane doe"@studio.com', '"jane doe"'],
    ['a mailto link', '[mail](mailto:jane@studio.com?subject=x)', '[mail](mailto:jane?subject=x)'],
    ['an international domain', 'jané@stüdio.de and 用户@例え.jp', 'jané and 用户'],
    ['a full-width at-sign', 'jane\uFF20studio.com', 'jane'],
    ['a small at-sign', 'jane\uFE6Bstudio.com', 'jane'],
    ['two at-signs', 'a@b@c', 'a'],
    ['a doubled at-sign', 'jane@@studio.com', 'jane'],
    ['a host without a dot', 'root@localhost said', 'root said'],
    ["Perforce's user@client", 'Submitted by jane@jane-ws', 'Submitted by jane'],
    ['a numeric provider', 'wang@163.com', 'wang'],
    ['a domain literal', 'jane@[192.0.2.1].', 'jane.'],
    ['an encoded at-sign', 'https://x.io/?to=jane%40studio.com&n=1', 'https://x.io/?to=jane&n=1'],
    [
      'an at-sign encoded twice',
      'https://ci.io/job/users%252Fana%2540studio.com%252Fx/7/',
      'https://ci.io/job/users%252Fana%252Fx/7/',
    ],
    ['an at-sign as pages spell it', 'jane&#64;studio.com, joe&#x40;studio.com', 'jane, joe'],
    ['an encoded at-sign without a domain', 'https://x.io/a%40b/c.js', 'https://x.io/a%40b/c.js'],
    ['an encoded version', 'https://x.io/react%4018.2.0/', 'https://x.io/react%4018.2.0/'],
    ['a git remote', 'git@github.com:org/repo.git', 'git:org/repo.git'],
    ['a Perforce revision', 'Merge //depot/main/...@1234', 'Merge //depot/main/... @1234'],
    ['a Perforce date', '//depot/x@2026/01/15', '//depot/x @2026/01/15'],
    ['a package version', 'react@18.2.0', 'react @18.2.0'],
    ['an action version', 'Bump actions/checkout@v4', 'Bump actions/checkout @v4'],
    ['a mention', '@jane see (@bob)', '@jane see ( @bob)'],
    ['a remote mention', '@jane@studio.social', '@jane'],
    ['credentials in a link', 'See http://u:p@host/x for more', 'See http://host/x for more'],
    ['credentials and a port', 'ssh://git:s3cret@git.studio.com:7999/hx.git', 'ssh://git.studio.com:7999/hx.git'],
    ['a user alone in a link', 'https://deploy@git.studio.com/hx', 'https://git.studio.com/hx'],
    ['no user but a password', 'redis://:s3cret@cache:6379/0', 'redis://cache:6379/0'],
    ['an at-sign in a password', 'http://u:p@ss@host/x', 'http://host/x'],
    ['an encoded at-sign in a user', 'http://jane%40studio.com:p@host/x', 'http://host/x'],
    ['credentials before an IPv6 host', 'http://u:p@[::1]:8080/x', 'http://[::1]:8080/x'],
    ['credentials in a link at the end of a sentence', 'It is at http://u:p@host.', 'It is at http://host.'],
    ['an at-sign in the path of a link', 'https://u:p@x.io/react@18.2.0/a.js', 'https://x.io/react @18.2.0/a.js'],
    ['an address in the query of a link', 'http://u:p@x.io?to=jane@studio.com', 'http://x.io?to=jane'],
    [
      'several links',
      'http://a:b@one/x,https://c:d@two:81/y and http://e@three http://four/',
      'http://one/x,https://two:81/y and http://three http://four/',
    ],
    ['a link in a link', 'http://a:b@http://c:d@host/', 'http://http://host/'],
    ['an address beside a link', 'jane@studio.com http://u:p@host/x bob@x.io', 'jane http://host/x bob'],
    ['an address behind a bare link', 'http://host jane@studio.com', 'http://host jane'],
    ['a link and an address in brackets', '<http://host><jane@studio.com>', '<http://host><jane>'],
    ['a link and an address in Markdown', '[http://host](mailto:jane@x.io)', '[http://host](mailto:jane)'],
    ['an at-sign between words', 'lunch @ noon, 5 pcs @ 2.50', 'lunch @ noon, 5 pcs @ 2.50'],
    ['an at-sign at an edge', '@ and then jane@', '@ and then jane@'],
  ])('handles %s', (_, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });

  it('leaves no at-sign between two characters', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(sanitizeText(text)).not.toMatch(/\S[@\uFF20\uFE6B]\S/u);
      }),
      runs,
    );
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const once = sanitizeText(text);
        expect(sanitizeText(once)).toBe(once);
      }),
      runs,
    );
  });

  it('does not change text without at-signs', () => {
    const without = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[@\uFF20\uFE6B]|%40/g, ''));
    fc.assert(fc.property(without, (text) => sanitizeText(text) === text));
  });

  it('reduces any address to its local part, wherever it is', () => {
    fc.assert(
      fc.property(plainAddress, fc.constantFrom('', ' ', '.', ',', '>', ')', '!', '\n'), (address, next) => {
        expect(sanitizeText(`to ${address}${next}`)).toBe(`to ${localPartOf(address)}${next}`);
      }),
    );
  });

  it('only removes domains and inserts spaces before at-signs', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const kept = sanitizeText(text).replaceAll(/ (?=[@\uFF20\uFE6B])/g, '');
        let from = 0;
        for (const character of kept) {
          from = text.indexOf(character, from);
          expect(from).not.toBe(-1);
          from += character.length;
        }
      }),
    );
  });

  it.each([
    ['at-signs', '@'],
    ['encoded at-signs', '%40'],
    ['letters without an at-sign', 'a'],
    ['dots', '.'],
    ['addresses without an end', 'a@a.'],
    ['numbers joined by at-signs', '1@'],
    ['versions joined by at-signs', 'v1@'],
    ['opened brackets', '(@1'],
    ['opened literals', 'a@['],
    ['closed literals', 'a@[1.1.1.1]@'],
    ['encoded and plain mixed', 'a%40b@'],
    ['short addresses', 'a@b.c '],
    ['marks', '@\u0301'],
    ['schemes', 'a://'],
    ['links with credentials', 'a://b:c@d'],
    ['colons', ':'],
  ])('finishes quickly on 256 KB of %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(262_144 / unit.length));
    for (const hostile of [text, `x${text}`, `${text}@`, `${text}@a.b`]) {
      expect(sanitizeText(hostile)).not.toMatch(/\S[@\uFF20\uFE6B]\S/u);
      expect(sanitizeAuthor(hostile)).not.toMatch(/[@\uFF20\uFE6B]/);
    }
  });
});

describe('sanitizeAuthor', () => {
  it.each([
    ['a name', 'Jane Doe', 'Jane Doe'],
    ['a name and an address', 'Jane Doe <jane@studio.com>', 'Jane Doe'],
    ['a name glued to its address', 'Jane<jane@studio.com>', 'Jane'],
    ['a quoted name', '"Doe, Jane" <jane@studio.com>', 'Doe, Jane'],
    ['a name with a remark', 'Jane Doe (Contract) <jane@studio.com>', 'Jane Doe (Contract)'],
    ['a name, a comma and an address', 'Jane Doe, jane@studio.com', 'Jane Doe'],
    ['a dash before an address', '- jane@studio.com', 'jane'],
    ['an address in parentheses', 'Jane Doe (jane@studio.com)', 'Jane Doe'],
    ['an address before the name', 'jane@studio.com (Jane Doe)', 'Jane Doe'],
    ['a bare address', 'jane.doe@studio.com', 'jane.doe'],
    ['an address in angle brackets', '<jane@studio.com>', 'jane'],
    ['a quoted local part', '"jane doe"@studio.com', 'jane doe'],
    ['an address inside a quoted local part', '"a@b"@studio.com', 'a'],
    ['a mailto address', 'mailto:jane@studio.com', 'jane'],
    ["Perforce's user@client", 'jane@jane-ws', 'jane'],
    ['a host without a dot', 'root@localhost', 'root'],
    ['a full-width at-sign', 'Jane jane\uFF20studio.com', 'Jane'],
    ['a small at-sign', 'jane\uFE6Bstudio.com', 'jane'],
    ['an encoded at-sign', 'jane%40studio.com', 'jane'],
    ['several at-signs', 'a@b@c', 'a'],
    ['a mention', '@jane', 'jane'],
    ['two addresses', 'jane@studio.com, bob@studio.com', 'jane'],
    ['a bot', 'dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>', 'dependabot[bot]'],
    ['an international name', 'Zoë 王 <zoe@stüdio.de>', 'Zoë 王'],
    ['an at-sign alone', ' @ ', ''],
    ['nothing', '', ''],
  ])('handles %s', (_, author, expected) => {
    expect(sanitizeAuthor(author)).toBe(expected);
  });

  it('never contains an at-sign', () => {
    fc.assert(
      fc.property(hostileText, (author) => {
        expect(sanitizeAuthor(author)).not.toMatch(/[@\uFF20\uFE6B]|%40/);
      }),
      runs,
    );
  });

  it('changes nothing when applied twice, and nothing without at-signs', () => {
    fc.assert(
      fc.property(hostileText, (author) => {
        const once = sanitizeAuthor(author);
        expect(sanitizeAuthor(once)).toBe(once);
      }),
      runs,
    );
    const without = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[@\uFF20\uFE6B]|%40/g, ''));
    fc.assert(fc.property(without, (author) => sanitizeAuthor(author) === author));
  });

  it('returns the name before any address', () => {
    const name = fc.stringMatching(/^[A-Z][a-zé]{1,8}( [A-Z][a-zé]{1,8}){0,2}$/);
    fc.assert(
      fc.property(name, plainAddress, (person, address) => {
        expect(sanitizeAuthor(`${person} <${address}>`)).toBe(person);
      }),
    );
  });
});

describe('looksLikeEmail', () => {
  it.each(['jane@studio.com', 'jane@localhost', 'a@b', 'jane\uFF20studio.com', 'jane%40studio.com', '"j d"@x.io'])(
    'is true for %s',
    (uid) => {
      expect(looksLikeEmail(uid)).toBe(true);
    },
  );

  it.each(['jane', 'jane.doe', '@jane', '4711', 'U02ABC', ''])('is false for %j', (uid) => {
    expect(looksLikeEmail(uid)).toBe(false);
  });
});
