import { describe, expect, it } from '@jest/globals';
import { read, readOne } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

const inSuite = (content: string) => `<testsuite name="Inventory">${content}</testsuite>`;
const testcase = (content: string, attributes = '') =>
  inSuite(`<testcase classname="game.Bag" name="stacks" ${attributes}>${content}</testcase>`);

describe('JUnit XML', () => {
  it('counts a test without outcome elements as passed', async () => {
    expect(
      await readOne(testcase('', 'time="0.25" file="src/bag.ts" line="12" timestamp="2026-03-02T10:15:30Z"')),
    ).toEqual({
      path: 'game.Bag',
      name: 'stacks',
      outcome: 'passed',
      kind: null,
      durationMs: 250,
      startedAt: new Date('2026-03-02T10:15:30Z'),
      message: '',
      details: '',
      output: '',
      file: 'src/bag.ts',
      line: 12,
      attempts: [],
      suite: 'Inventory',
    });
  });

  it.each([
    ['<skipped/><failure message="no"/>', 'failed', 'failure'],
    ['<failure message="no"/><error message="worse"/><skipped/>', 'failed', 'error'],
    ['<error message="worse"/><failure message="no"/>', 'failed', 'error'],
    ['<skipped message="later"/>', 'skipped', null],
    ['<error type="java.util.concurrent.TimeoutException" message="late"/>', 'failed', 'timeout'],
    ['<failure type="Error" message="Test timed out in 5000ms."/>', 'failed', 'timeout'],
    ['<failure>thrown: "Exceeded timeout of 5000 ms for a test."</failure>', 'failed', 'timeout'],
    ['<error type="org.apache.maven.surefire.booter.SurefireBooterForkException"/>', 'failed', 'crash'],
  ])('takes the worst of several outcomes: %s', async (content, outcome, kind) => {
    expect(await readOne(testcase(content))).toMatchObject({ outcome, kind });
  });

  it('keeps the text of every failure', async () => {
    const test = await readOne(
      testcase('<failure message="a">first</failure><failure message="b">second</failure>'),
    );
    expect(test).toMatchObject({ message: 'a', details: 'first\n\nsecond' });
  });

  it('takes the first lines of the text where a failure has no message', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const test = await readOne(testcase(`<failure>\n${lines.join('\n')}</failure>`));
    expect(test.message.split('\n')).toEqual(lines.slice(0, 10));
    expect(test.details).toBe(lines.join('\n'));
  });

  it.each([
    ['1,234.5', 1_234_500],
    ['0,25', 250],
    ['1.234,5', 1_234_500],
    ['12', 12_000],
    ['1e-05', 0.01],
    ['0.5s', 500],
    ['', null],
    ['-1', null],
    ['NaN', null],
    ['soon', null],
  ])('reads the time "%s"', async (time, durationMs) => {
    expect(await readOne(testcase('', `time="${time}"`))).toMatchObject({ durationMs });
  });

  it('finds the tests of nested suites, and their innermost suite', async () => {
    const { tests } = await read(
      '<testsuites><testsuite name="outer"><testsuite name="inner"><testcase name="a"/></testsuite><testcase name="b" classname="C"/></testsuite></testsuites>',
    );
    expect(tests.map(({ path, name, suite }) => ({ path, name, suite }))).toEqual([
      { path: 'inner', name: 'a', suite: '' },
      { path: 'C', name: 'b', suite: 'outer' },
    ]);
  });

  it('counts tests and ignores the counts of attributes', async () => {
    const { summary } = await read(
      '<testsuites tests="90" failures="9"><testsuite tests="7"><testcase name="a"/></testsuite></testsuites>',
    );
    expect(summary.tests).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  it('keeps several cases of one test in their order', async () => {
    const { tests } = await read(inSuite('<testcase name="a"><failure/></testcase><testcase name="a"/>'));
    expect(tests.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  });

  it('reads the reruns of Surefire as attempts', async () => {
    const { tests } = await read(readSample({ format: 'junit', file: 'surefire.xml' }));
    expect(
      tests.map(({ name, outcome, kind, message, attempts }) => [name, outcome, kind, message, attempts]),
    ).toEqual([
      [
        'alwaysFails',
        'failed',
        'failure',
        'expected:<[<potion> & "ether"]> but was:<[elixir]>',
        [
          expect.objectContaining({ outcome: 'failed', kind: 'failure' }),
          expect.objectContaining({ outcome: 'failed', kind: 'failure' }),
        ],
      ],
      [
        'passesOnThirdRun',
        'passed',
        null,
        '',
        [
          expect.objectContaining({ kind: 'error', message: 'not ready' }),
          expect.objectContaining({ kind: 'failure', message: 'expected:<3> but was:<2>' }),
        ],
      ],
      ['alwaysThrows', 'failed', 'error', 'bag is full', expect.arrayContaining([expect.anything()])],
      ['addsAnItem', 'passed', null, '', []],
      ['takesTooLong', 'failed', 'timeout', 'test timed out after 50 milliseconds', expect.anything()],
      ['sortsByWeight', 'skipped', null, 'not implemented', []],
    ]);
    expect(tests[1]?.output).toBe('run 1\nrun 2');
    expect(tests[0]?.attempts[1]?.details).toContain('at com.example.game.InventoryTest.alwaysFails');
  });

  it('reads properties of the run and its suites as the variant', async () => {
    const { summary } = await read(
      '<testsuites><properties><property name="Platform" value="PS5"/></properties><testsuite><properties><property name="device" value="devkit"/><property name="owner" value="me"/></properties><testcase name="a"><properties><property name="platform" value="other"/></properties></testcase></testsuite></testsuites>',
    );
    expect(summary.variant).toEqual({ platform: 'PS5', device: 'devkit' });
  });

  it('reports a suite that failed itself', async () => {
    const { tests } = await read(
      '<testsuite name="broken.test.ts"><error message="cannot load">stack</error></testsuite>',
    );
    expect(tests).toMatchObject([
      { path: 'broken.test.ts', name: '(suite)', kind: 'error', message: 'cannot load' },
    ]);
  });

  it('strips colours and control characters however they are written', async () => {
    const test = await readOne(
      testcase(
        '<failure message="&#27;[31mred&#x1b;[0m #x1B[1mbold#x1B[0m">\u001b[32mgreen\u001b[0m\0\u0007 end</failure><system-out><![CDATA[\u001b]0;title\u0007out\r\nput]]></system-out>',
      ),
    );
    expect(test).toMatchObject({ message: 'red bold', details: 'green end', output: 'out\nput' });
  });

  it('decodes entities once, and keeps those that nobody defined', async () => {
    const test = await readOne(
      testcase('<failure message="a &amp;lt; &#38;lt; b">&lt;b&gt; &amp;amp; &nbsp; &#128512; A&amp;B</failure>'),
    );
    expect(test).toMatchObject({ message: 'a &lt; &lt; b', details: '<b> &amp; &nbsp; 😀 A&B' });
  });

  it('reads values with characters that their tool should have escaped', async () => {
    const test = await readOne(inSuite('<testcase classname="a & b" name="x < y && z"/>'));
    expect(test).toMatchObject({ path: 'a & b', name: 'x < y && z' });
  });

  it('reads GoogleTest marks for tests that did not run', async () => {
    const { tests } = await read(readSample({ format: 'junit', file: 'googletest.xml' }));
    const named = (name: string) => tests.find((test) => test.name === name);
    expect(named('DISABLED_SortsByWeight')).toMatchObject({ outcome: 'skipped', message: 'Disabled' });
    expect(named('DropsOnDeath')).toMatchObject({ outcome: 'skipped', message: 'not implemented' });
    expect(named('StacksEqualItems')).toMatchObject({
      file: 'game_test.cc',
      line: 4,
      message: expect.stringMatching(/^Expected eq/),
    });
  });

  it('names the tests of Node by their suites, as every class is “test”', async () => {
    const { tests } = await read(readSample({ format: 'junit', file: 'node-test.xml' }));
    expect(tests.map(({ path, name }) => `${path} | ${name}`)).toEqual(
      expect.arrayContaining(['Quay | moors', 'Quay at night | is lit', 'top level | nested fails']),
    );
    expect(
      await readOne('<testsuite name="pytest"><testcase classname="test" name="a"/></testsuite>'),
    ).toMatchObject({
      path: 'test',
    });
  });

  it('counts a test of CTest that could not start as failed, and one that skips itself as skipped', async () => {
    const { tests } = await read(readSample({ format: 'junit', file: 'ctest.xml' }));
    expect(tests.map(({ name, outcome, kind }) => [name, outcome, kind])).toEqual([
      ['moors', 'passed', null],
      ['sinks', 'failed', 'failure'],
      ['missing', 'failed', 'error'],
      ['skipped', 'skipped', null],
      ['off', 'skipped', null],
    ]);
  });
});
