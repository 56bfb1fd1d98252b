import { describe, expect, it } from '@jest/globals';
import { read } from './read.fixture.js';

describe('hostile XML', () => {
  it.each([
    [
      'entities that multiply',
      `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><testsuite><testcase name="&lol2;"/></testsuite>`,
    ],
    [
      'an entity from a file',
      '<?xml version="1.0"?><!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&x;"/></testsuite>',
    ],
    ['a document type in small letters', '<!doctype testsuite><testsuite/>'],
    ['a document type after a comment', '<!-- a --><!DOCTYPE testsuite><testsuite/>'],
  ])('is refused: %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('document type'),
    });
  });

  it('is read to the depth that is allowed', async () => {
    const file = `<testsuite><testcase name="a"/>${'<testsuite>'.repeat(10_000)}`;
    const { summary, tests } = await read(file);
    expect(tests).toHaveLength(1);
    expect(summary).toMatchObject({
      isComplete: false,
      problems: [{ reason: 'Elements are nested more than 100 deep.' }],
    });
  });

  it('has few enough attributes', async () => {
    const attributes = Array.from({ length: 2_000 }, (_, index) => `a${index}="b"`).join(' ');
    const { summary } = await read(`<testsuite><testcase ${attributes}/></testsuite>`);
    expect(summary.problems).toMatchObject([{ reason: 'An element has more than 1000 attributes.' }]);
  });

  it('has few enough failures in one test', async () => {
    const file = `<testsuite><testcase name="a">${'<failure>no</failure>'.repeat(200)}</testcase></testsuite>`;
    const { summary, tests } = await read(file);
    expect(tests[0]?.details.split('\n\n')).toHaveLength(100);
    expect(summary).toMatchObject({ isComplete: true, problems: [{ reason: expect.stringContaining('100') }] });
  });

  it.each([
    '\n',
    ' ',
    ' in ',
    '(at ',
    ' in a',
    'a.',
    ':1',
    '(1',
    '"',
    '&',
    '&#',
    ']]',
    'Timeout of ',
    '\u001b[',
    '\u001b]',
    '#x1B[',
  ])('takes no longer to understand because it repeats %j', async (part) => {
    const text = part
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .repeat(60_000 / part.length);
    const test = `<testcase classname="${text}" name="${text}" time="${text}"><failure message="${text}">${text}</failure><system-out>${text}</system-out></testcase>`;
    const go = ['run', 'output', 'fail'].map((Action) =>
      JSON.stringify({
        Action,
        Package: 'p',
        Test: 'T',
        ...(Action === 'output' && { Output: part.repeat(10_000) }),
      }),
    );
    const before = process.cpuUsage();
    await read(`<testsuite>${test.repeat(5)}</testsuite>`);
    await read(`${go.join('\n')}\n{"Action":"fail","Package":"p"}`);
    // Steps that grow with the square of the length take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(8_000_000);
  });

  it('cannot set prototypes', async () => {
    const { tests } = await read(
      '<testsuite><testcase name="a" __proto__="b" constructor="c" toString="d"/></testsuite>',
    );
    expect(tests).toMatchObject([{ name: 'a' }]);
  });
});

describe('hostile JSON', () => {
  const start = '{"reportCreatedOn":"","tests":[{"fullTestPath":"A.a","state":"Success"';

  it.each([
    ['arrays', '['],
    ['objects', '{"a":'],
  ])('is read to the depth that is allowed: %s', async (_, part) => {
    const { summary } = await read(`${start}}],"x":${part.repeat(10_000)}`);
    expect(summary).toMatchObject({
      tests: { passed: 1 },
      isComplete: false,
      problems: [{ reason: 'Values are nested more than 100 deep.' }],
    });
  });

  it('cannot set prototypes', async () => {
    const { tests } = await read(`${start},"__proto__":{"state":"Fail"},"constructor":1}]}`);
    expect(tests).toMatchObject([{ outcome: 'passed' }]);
  });
});
