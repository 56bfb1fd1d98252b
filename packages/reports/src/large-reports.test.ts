import { describe, expect, it } from '@jest/globals';
import { type LazyFile, readLazily } from './lazy-file.fixture.js';

const MB = 1_000_000;
/** What Node.js and the modules take is a tenth of it. */
const HEAP_MB = 64;

const suite = '<testsuite><testcase name="a"';
const unreal = '{"reportCreatedOn":"","tests":[{"fullTestPath":"A.a","state":"Success"';
const goEvent = '"Package":"p","Test":"T"';

interface Case extends LazyFile {
  readonly what: string;
  readonly passed?: number;
}

describe('a large report', () => {
  it('of 50,000 tests, one with 2 MB of output, takes little memory', async () => {
    const output = `<testcase name="loud"><system-out>${'log line &amp; more\n'.repeat(110_000)}</system-out></testcase>`;
    const { summary, lastName } = await readLazily(
      {
        start: `<testsuites><testsuite name="s">${output}`,
        part: '<testcase classname="Game.Inventory" name="test %" time="0.01"><system-out>12345678901234567890</system-out></testcase>',
        bytes: 60_000 * 116,
        end: '<testcase name="last"/></testsuite></testsuites>',
      },
      HEAP_MB,
    );
    expect(summary).toMatchObject({ isComplete: true, problems: [] });
    expect(summary.tests.passed).toBeGreaterThan(50_000);
    expect(lastName).toBe('last');
  });

  it.each<Case>([
    {
      what: 'attribute',
      start: `${suite}/><testcase name="`,
      part: 'a',
      bytes: 100 * MB,
      end: '"/></testsuite>',
      passed: 2,
    },
    {
      what: 'text',
      start: `${suite}><system-out>`,
      part: 'log line &amp; more\n',
      bytes: 100 * MB,
      end: '</system-out></testcase></testsuite>',
    },
    {
      what: 'CDATA section',
      start: `${suite}><system-out><![CDATA[`,
      part: 'log ]] line\n',
      bytes: 100 * MB,
      end: ']]></system-out></testcase></testsuite>',
    },
    { what: 'comment', start: `${suite}/><!--`, part: 'a - b', bytes: 100 * MB, end: '--></testsuite>' },
    { what: 'instruction', start: `${suite}/><?`, part: 'a ? b', bytes: 100 * MB, end: '?></testsuite>' },
    {
      what: 'list of properties',
      start: `${suite}><properties>`,
      part: '<property name="a" value="b"/>',
      bytes: 30 * MB,
      end: '</properties></testcase></testsuite>',
    },
    {
      what: 'text that belongs to nothing',
      start: `${suite}/>`,
      part: 'text ',
      bytes: 100 * MB,
      end: '</testsuite>',
    },
    {
      what: 'run of outputs',
      start: `${suite}>`,
      part: '<system-out>o</system-out>',
      bytes: 30 * MB,
      end: '</testcase></testsuite>',
    },
    {
      what: 'run of failures that are left out',
      start: `${suite}/><testcase name="b">`,
      part: '<failure>no</failure>',
      bytes: 30 * MB,
      end: '</testcase></testsuite>',
    },
    { what: 'string', start: `${unreal},"x":"`, part: 'text \\" \\u0041', bytes: 30 * MB, end: '"}]}' },
    { what: 'string that is skipped', start: `${unreal}}],"x":"`, part: 'a\\\\', bytes: 100 * MB, end: '"}' },
    {
      what: 'list of entries',
      start: `${unreal},"entries":[{}`,
      part: ',{"event":{"type":"Info","message":"m"}}',
      bytes: 30 * MB,
      end: ']}]}',
    },
    {
      what: 'list of long entries',
      start: `${unreal},"entries":[{}`,
      part: `,{"event":{"message":"${'m'.repeat(9_000)}"}}`,
      bytes: 30 * MB,
      end: ']}]}',
    },
    { what: 'list of lists', start: `${unreal},"entries":[[]`, part: ',[[],[],[]]', bytes: 30 * MB, end: ']}]}' },
    {
      what: 'nested list of empty lists',
      start: `${unreal},"entries":[[[[]`,
      part: ',[],[]',
      bytes: 30 * MB,
      end: ']]]}]}',
    },
    { what: 'object', start: unreal, part: ',"key%":1', bytes: 30 * MB, end: '}]}' },
    { what: 'key', start: `${unreal},"`, part: 'k', bytes: 30 * MB, end: '":1}]}' },
    { what: 'list that is skipped', start: `${unreal}}],"x":[1`, part: ',[1,{"a":2}]', bytes: 30 * MB, end: ']}' },
    {
      what: 'line',
      start: `{"Action":"run",${goEvent}}\n{"Action":"output",${goEvent},"Output":"`,
      part: 'a',
      bytes: 30 * MB,
      end: `"}\n{"Action":"pass",${goEvent}}\n{"Action":"pass","Package":"p"}\n`,
    },
  ])('with an endless $what takes little memory', async ({ passed = 1, start, part, bytes, end = '' }) => {
    const { summary } = await readLazily({ start, part, bytes, end }, HEAP_MB);
    expect(summary).toMatchObject({ isComplete: true });
    expect(summary.tests.passed).toBe(passed);
  });

  it.each([
    ['a name', '<testsuite><', 'a', 'A tag is longer than 524288 characters.'],
    ['attributes', '<testsuite><testcase ', 'a="b" ', 'A tag is longer than 524288 characters.'],
    ['an entity', '<testsuite><testcase name="a"><system-out>&', 'a', 'The file ends inside <system-out>.'],
    ['a number', `${unreal},"x":`, '1', 'A number is longer than 1000 characters.'],
    ['open tests', '', '{"Action":"run","Package":"p","Test":"T%"}\n', 'More than 20000 tests run at once.'],
    ['open packages', '', '{"Action":"run","Package":"p%","Test":"T"}\n', 'More than 5000 packages run at once.'],
    [
      'output',
      '',
      `{"Action":"output","Package":"p","Test":"T%","Output":"${'o'.repeat(40_000)}"}\n`,
      'The file ends before the tests of p.',
    ],
  ])('is not collected without end: %s', async (_, start, part, reason) => {
    const { summary } = await readLazily({ start, part, bytes: 30 * MB }, HEAP_MB);
    expect(summary).toMatchObject({ isComplete: false, problems: [{ reason }] });
  });

  it('may not declare entities without end', async () => {
    const file = { start: '<!DOCTYPE testsuite [', part: '<!ENTITY a "b">', bytes: 100 * MB };
    await expect(readLazily(file, HEAP_MB)).rejects.toMatchObject({
      message: expect.stringContaining('document type'),
    });
  });

  it('may contain more results than can wait for the definitions of their tests', async () => {
    const result = `<UnitTestResult testId="%" testName="A.t%" outcome="Failed"><Output><StdOut>${'o'.repeat(5_000)}</StdOut></Output></UnitTestResult>`;
    const { summary } = await readLazily(
      { start: '<TestRun><Results>', part: result, bytes: 100 * MB, end: '</Results></TestRun>' },
      128,
    );
    expect(summary.tests.failed).toBeGreaterThan(10_000);
    expect(summary.problems[0]?.reason).toContain('left out');
  });
});
