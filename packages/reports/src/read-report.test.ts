import { describe, expect, it } from '@jest/globals';
import { HEAD_BYTES, type ReportedTest, readReport, recognize } from './index.js';
import { read } from './read.fixture.js';

const junit = (tests: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="s">\n${tests}\n</testsuite>\n`;
const passed = (name: string) => `<testcase classname="C" name="${name}"/>`;
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

async function namesIn(file: string | Uint8Array): Promise<string[]> {
  const { tests } = await read(file, { chunkBytes: 5 });
  return tests.map(({ name }) => name);
}

describe('the encoding of a report', () => {
  const text = junit(passed('größer 😀'));

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(`\ufeff${text}`)],
    ['UTF-16 BE', utf16(`\ufeff${text}`, true)],
    ['UTF-16 LE without a byte order mark', utf16(text)],
    ['UTF-16 BE without a byte order mark', utf16(text, true)],
    ['UTF-8 that declares UTF-16, as .NET writes it', Buffer.from(text.replace('UTF-8', 'utf-16'))],
    ['UTF-8 that declares an encoding that nobody knows', Buffer.from(text.replace('UTF-8', 'x-unknown'))],
  ])('is found: %s', async (_, bytes) => {
    expect(recognize(bytes)).toBe('junit');
    expect(await namesIn(bytes)).toEqual(['größer 😀']);
  });

  it('is the declared one', async () => {
    const declared = Buffer.from(junit(passed('größer')).replace('UTF-8', 'iso-8859-1'), 'latin1');
    expect(await namesIn(declared)).toEqual(['größer']);
  });

  it('may have invalid bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<testsuite><testcase name="a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('b"/></testsuite>'),
    ]);
    expect(await namesIn(bytes)).toEqual(['a\ufffd\ufffdb']);
  });

  it('may be UTF-16 in JSON', async () => {
    const json = `\ufeff${JSON.stringify({ reportCreatedOn: '', tests: [{ fullTestPath: 'A.b', state: 'Success' }] })}`;
    expect(await namesIn(utf16(json))).toEqual(['b']);
  });
});

describe('a file that is no report', () => {
  it.each([
    ['an empty file', '', undefined, 'not_a_report'],
    ['text', 'all tests passed', undefined, 'unknown_format'],
    ['a web page', '<!DOCTYPE html><html></html>', undefined, 'unknown_format'],
    ['other XML', '<project/>', undefined, 'unknown_format'],
    ['other JSON', '{"name":"package"}', undefined, 'unknown_format'],
    ['zeros', '\0\0\0\0', undefined, 'unknown_format'],
    ['a format that does not exist', junit(''), 'tap', 'unknown_format'],
    ['a format called like a property of objects', junit(''), 'constructor', 'unknown_format'],
    ['another format than named', junit(''), 'trx', 'not_a_report'],
    ['a root that cannot be read', '<testsuite name=1></testsuite>', undefined, 'malformed'],
    ['a document type', '<!DOCTYPE testsuite SYSTEM "a.dtd"><testsuite/>', undefined, 'forbidden'],
  ])('is refused: %s', async (_, file, format, code) => {
    await expect(read(file, { format })).rejects.toMatchObject({ name: 'Error', code });
  });

  it('is told what it is if another format was named', async () => {
    await expect(read(junit(''), { format: 'trx' })).rejects.toThrow(
      'The file is not Visual Studio TRX but JUnit XML.',
    );
  });
});

describe('a file that breaks off', () => {
  const cut =
    junit([passed('a'), passed('b'), '<testcase name="c"><failure>st'].join('\n')).split('\n</testsuite>')[0] ??
    '';

  it('has the tests that were complete, and the place of the cut', async () => {
    const { summary, tests } = await read(cut);
    expect(tests.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(summary).toMatchObject({
      isComplete: false,
      problems: [{ line: 5, reason: 'The file ends inside <failure>.' }],
    });
  });

  it.each([
    ['</wrong>', 'Not well-formed XML: </wrong> ends <testsuite>.'],
    ['<testcase name="c" name="d"/>', 'Not well-formed XML: duplicate attribute: name.'],
    ['<testcase name=c/>', 'Not well-formed XML: unquoted attribute value.'],
    ['<![IGNORE[ ]]>', '“<!” begins neither a comment nor a CDATA section.'],
    ['<testcase name="c" <b/>', 'A tag begins inside another tag.'],
  ])('is read as far as it is well-formed: %s', async (wrong, reason) => {
    const { summary, tests } = await read(junit(`${passed('a')}\n\n${wrong}\n${passed('z')}`));
    expect(tests.map(({ name }) => name)).toEqual(['a']);
    expect(summary).toMatchObject({ isComplete: false, problems: [{ line: 5, reason }] });
  });

  it('is read as far as its JSON is well-formed', async () => {
    const { summary, tests } = await read(
      '{"reportCreatedOn":"",\n"tests":[{"fullTestPath":"A.b","state":"Success"},\n{"state" 1}]}',
    );
    expect(tests).toHaveLength(1);
    expect(summary).toMatchObject({
      isComplete: false,
      problems: [{ line: 3, reason: 'Not well-formed JSON: “1” where : belongs.' }],
    });
  });

  it('may have text or a second report after its end', async () => {
    for (const rest of ['done', junit(passed('z'))]) {
      const { summary, tests } = await read(junit(passed('a')) + rest);
      expect(tests.map(({ name }) => name)).toEqual(['a']);
      expect(summary).toMatchObject({ isComplete: false });
    }
  });

  it('is complete if only zeros follow, as after a power failure', async () => {
    expect((await read(`${junit(passed('a'))}\0\0\0`)).summary).toMatchObject({ isComplete: true });
  });
});

describe('reading', () => {
  it('stops at the greatest number of tests', async () => {
    const { summary, tests } = await read(junit(passed('a').repeat(20)), { limits: { tests: 7 } });
    expect(tests).toHaveLength(7);
    expect(summary).toMatchObject({
      isComplete: false,
      tests: { passed: 7 },
      problems: [{ reason: 'The report has more than 7 tests.' }],
    });
  });

  it('waits for what receives the tests, and passes on its errors', async () => {
    const open: string[] = [];
    await readReport(single(junit([passed('a'), passed('b')].join(''))), {
      async onTest({ name }) {
        open.push(name);
        await Promise.resolve();
        expect(open.splice(0)).toEqual([name]);
      },
    });
    const fail = () => Promise.reject(new RangeError('database unreachable'));
    await expect(readReport(single(junit(passed('a'))), { onTest: fail })).rejects.toThrow('database unreachable');
  });

  it('passes on errors of the source', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(HEAD_BYTES, `${junit('').slice(0, 60)}${' '.repeat(1_000)}`);
      throw new RangeError('connection lost');
    }
    await expect(readReport(broken(), { onTest: () => undefined })).rejects.toThrow('connection lost');
  });

  it('closes the source when it stops early', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(isFirst() ? '<testsuite>' : passed('a').repeat(1_000));
      } finally {
        isClosed = true;
      }
    }
    let count = 0;
    const isFirst = () => count++ === 0;
    await readReport(source(), { limits: { tests: 10_000 }, onTest: () => undefined });
    expect(isClosed).toBe(true);
  });

  it('bounds every text of a test', async () => {
    const long = 'x'.repeat(100_000);
    const file = junit(
      `<testcase classname="${long}" name="${long}" file="${long}"><failure message="${long}">${long}</failure><system-out>start${long}end</system-out></testcase>`,
    );
    for (const chunkBytes of [999, 1_000_000]) {
      const { tests } = await read(file, { chunkBytes });
      const [test] = tests as [ReportedTest];
      const { path, name, message, details, output } = test;
      expect([path.length, name.length, test.file?.length, message.length]).toEqual([2_000, 2_000, 2_000, 2_000]);
      expect(details.length).toBeLessThan(32_100);
      expect(output).toMatch(/^startx+\n\[… 36008 characters left out …\]\nx+end$/);
    }
  });
});

async function* single(file: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(file);
}
