import { describe, expect, it } from '@jest/globals';
import { reportTests, testResult } from '@slipway/testing';
import { serveConsole } from './served-console.js';

const { make, accountId, owner, outsider, database } = await serveConsole();
const { prisma } = database;

async function testedProject() {
  const project = await make.project(accountId);
  const projectId = project.id;
  const idOf = async (name: string) =>
    String((await prisma.test.findFirstOrThrow({ where: { projectId, name } })).id);
  return {
    projectId,
    idOf,
    async run(...names: readonly string[]) {
      const { id: buildRunId } = await make.buildRun(project);
      const results = names.map((name) => testResult(name, ['passed']));
      await reportTests(database, { accountId, projectId, buildRunId }, results);
    },
    pathOf: async (name: string) => `/projects/${projectId}/tests/${await idOf(name)}/renames`,
  };
}

describe('/console/api/projects/:project_id/tests/:test_id/renames', () => {
  it('proposes new tests with similar names, and makes one of them the name of the test', async () => {
    const { run, pathOf, idOf, projectId } = await testedProject();
    await run('BoatsDockSlowly', 'Sails');
    await run('BoatsDock', 'DockBoatsGently', 'Sails', 'Ticks');
    const path = await pathOf('BoatsDockSlowly');
    const { body } = await owner.browser.call('GET', path);
    expect(body.tests.map(({ name }: { name: string }) => name)).toEqual([
      'BoatsDock',
      'DockBoatsGently',
      'Ticks',
    ]);
    const id = await idOf('BoatsDockSlowly');
    const renamed = await owner.browser.call('POST', path, { new_test_id: await idOf('BoatsDock') });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'BoatsDock' } });
    const [variant] = renamed.body.variants;
    expect(variant.history).toHaveLength(2);
    const entries = await prisma.auditEntry.findMany({ where: { projectId, action: 'test.rename' } });
    expect(entries).toMatchObject([
      { target: 'Harbor.BoatsDockSlowly', detail: { new_name: 'Harbor.BoatsDock' } },
    ]);
    const list = await owner.browser.call('GET', `/projects/${projectId}/tests`);
    expect(list.body.tests.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'BoatsDock',
      'DockBoatsGently',
      'Sails',
      'Ticks',
    ]);
  });

  it('422 and 404: tests that ran together, one of another project, and a stranger', async () => {
    const { run, pathOf, idOf } = await testedProject();
    const other = await testedProject();
    await run('Sails', 'Ticks');
    await other.run('Floats');
    const path = await pathOf('Sails');
    const together = await owner.browser.call('POST', path, { new_test_id: await idOf('Ticks') });
    expect([together.status, together.body.message]).toEqual([
      422,
      'Both tests ran in the same build, so neither is the other one renamed.',
    ]);
    const foreign = await owner.browser.call('POST', path, { new_test_id: await other.idOf('Floats') });
    const stranger = await outsider.browser.call('GET', path);
    expect([foreign.status, stranger.status]).toEqual([404, 404]);
  });
});
