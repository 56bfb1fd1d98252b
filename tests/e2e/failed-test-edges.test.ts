import { expect, it } from '@jest/globals';
import { eventually, reportTests, testResult } from '@slipway/testing';
import { suspectEdges } from './suspect-edges.js';

const { newStudio, push, build, edges, investigated, database } = await suspectEdges();

const LOG =
  "Building Harbor\n[12/40] Compile Lamp.cpp\nSource\\Lamp.cpp(42): error C2039: 'Wick': is not a member of 'FLamp'\nBUILD FAILED\n";
const NONE = '0'.repeat(40);
const commit = { login: 'milo-dev', title: 'Trim the wick', path: 'Source/Lamp.cpp' };
const steady = Array.from({ length: 20 }, (_, index) => testResult(`steady ${index}`, ['passed']));

it('the failed tests of a build are counted alike in every message, page, program and status', async () => {
  const studio = await newStudio();
  const { accountId, project } = studio;
  const report = async (buildRunId: number, ...failed: string[]) => {
    const results = [...steady, ...failed.map((name) => testResult(name, ['failed']))];
    const runId = await reportTests(database, { accountId, projectId: project.id, buildRunId }, results);
    await eventually('the run is judged', async () => {
      const run = await database.prisma.testRun.findUniqueOrThrow({ where: { id: runId } });
      return run.judgeAfter === null || undefined;
    });
  };
  const [first = NONE] = await push(studio, NONE, [{ ...commit, path: 'README.md' }]);
  await report(await build(studio, '1', { status: 'SUCCESS', commit: first, log: 'OK\n' }), 'known');
  const shas = await push(studio, first, [commit]);
  const fields = { commit: shas.at(-1), log: LOG };
  const started = await build(studio, '2', { ...fields, status: 'IN_PROGRESS' }, { isRunning: true });
  await report(started, 'known', 'fresh');
  const failed = await build(studio, '2', { ...fields, status: 'FAILURE' });
  await investigated(failed);
  const counts = '1 new failure, 1 known failure';
  // The page of a build reads its tests from the REST API, and counts them with the function that messages use.
  const { console: _, ...others } = edges;
  const said = await Promise.all(
    Object.entries(others).map(async ([edge, read]) => {
      const { all } = await read(studio, failed);
      if (edge === 'webhook') return [edge, JSON.parse(all).data.tests.new_failures === 1 ? counts : all];
      if (edge === 'assistant') return [edge, JSON.parse(all).test_summary.new_failures === 1 ? counts : all];
      return [edge, all.includes(counts) ? counts : all];
    }),
  );
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(said.map(([edge]) => [edge, counts])));
});
