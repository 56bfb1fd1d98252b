import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

const sample = (file: string) => read(readSample({ format: 'nunit3', file }));

describe('NUnit 3 XML', () => {
  it('reads what Unity writes', async () => {
    const { summary, tests } = await sample('unity-playmode.xml');
    expect(summary).toMatchObject({
      startedAt: new Date('2026-03-02T10:15:30Z'),
      durationMs: 18_642.113,
      variant: { platform: 'PlayMode' },
    });
    expect(tests[1]).toMatchObject({
      path: 'Lanterns.Tests.LanternTests',
      name: 'GoesOut',
      kind: 'failure',
      durationMs: 1_100,
      message: expect.stringContaining('Lantern should be out'),
      file: 'C:\\build\\Lanterns\\Assets\\Tests\\PlayMode\\LanternTests.cs',
      line: 41,
      suite: 'Lanterns.PlayMode.Tests.dll',
    });
    expect(tests[0]).toMatchObject({ output: 'Lantern lit' });
  });

  it('reads a Unity report whose root is a suite', async () => {
    const { summary, tests } = await sample('unity-5-editor.xml');
    expect(summary.startedAt).toEqual(new Date('2017-06-30T08:05:12Z'));
    expect(tests[1]).toMatchObject({
      kind: 'error',
      durationMs: 188,
      file: 'Assets/Editor/ScoreTests.cs',
      line: 19,
    });
  });

  it('keeps the arguments of tests in names and those of fixtures in paths', async () => {
    const unity = await sample('unity-playmode.xml');
    expect(unity.tests[3]).toMatchObject({ path: 'Lanterns.Tests.LanternTests', name: 'Dims(0.5f,"a.b")' });
    const { tests } = await sample('console.xml');
    expect(tests[0]).toMatchObject({ path: 'Game.Tests.Hull(42)', name: 'Floats' });
  });

  it('reads each result and label', async () => {
    const { tests } = await sample('console.xml');
    expect(tests.map(({ name, outcome, kind }) => [name, outcome, kind])).toEqual([
      ['Floats', 'passed', null],
      ['Leaks', 'failed', 'failure'],
      ['Creaks', 'passed', null],
      ['Stands', 'failed', 'error'],
      ['Bends', 'failed', 'error'],
      ['Sleeps', 'failed', 'timeout'],
      ['Rows', 'failed', 'error'],
      ['Sings', 'failed', 'error'],
      ['Mutinies', 'skipped', null],
    ]);
    expect(tests[2]).toMatchObject({ message: 'The hull creaks' });
    expect(tests[1]).toMatchObject({
      message: expect.stringMatching(/^Multiple failures/),
      output: 'pumping',
      line: 27,
    });
  });

  it('reads inconclusive tests as skipped', async () => {
    const { tests } = await sample('unity-playmode.xml');
    expect(tests.at(-1)).toMatchObject({ outcome: 'skipped', message: 'No wind zone in the scene' });
  });

  it('reads a timeout of Unity', async () => {
    const { tests } = await sample('unity-playmode.xml');
    expect(tests[2]).toMatchObject({ name: 'Burns', kind: 'timeout' });
  });

  it.each(['SetUp', 'TearDown'])('reports a failed %s of a suite that no failed test shows', async (site) => {
    const suite = (content: string) =>
      `<test-run><test-suite type="TestFixture" fullname="A.B" result="Failed" label="Error" site="${site}"><failure><message>no server</message></failure>${content}</test-suite></test-run>`;
    const passed = '<test-case name="c" fullname="A.B.c" result="Passed"/>';
    const failed =
      '<test-case name="c" fullname="A.B.c" result="Failed" site="Parent"><failure><message>no</message></failure></test-case>';
    const alone = await read(suite(passed));
    expect(alone.tests).toMatchObject([
      { name: 'c' },
      { path: 'A.B', name: `(${site})`, kind: 'error', message: 'no server' },
    ]);
    expect((await read(suite(failed))).tests).toMatchObject([{ name: 'c', outcome: 'failed' }]);
  });
});
