import { beforeAll, describe, expect, it } from '@jest/globals';
import { planStudio } from './plan-studio.fixture.js';

const BUILDS = 20_000;
const SHOWN = 50;
/** A commit is looked up by its hash and all its abbreviations. */
const NAMES = 34;

const { run, explain, reads, make, accountId, project } = await planStudio();

const many = await make.change(project, { identifier: 'b2'.repeat(20) });
const none = await make.change(project, { identifier: 'c3'.repeat(20) });
const changelist = await make.change(project, { identifier: '48213' });
const task = await make.task(project);

/** Nearly all builds of the project are of one commit and changelist, so that statistics expect them for any name. */
beforeAll(async () => {
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, commit_hash, changelist, created_at, updated_at)
     SELECT $1, $2, 1, 'Matrix', 'Matrix', n::text, 'completed', now(), 'unreal', $3, $4,
       now() - n * interval '1 second', now() FROM generate_series(1, ${BUILDS}) n`,
    [accountId, project.id, many.identifier, changelist.identifier],
  );
  for (const { id } of [many, none, changelist])
    await run('INSERT INTO task_links (task_id, change_id, project_id) VALUES ($1, $2, $3)', [
      task.id,
      id,
      project.id,
    ]);
  await run('VACUUM ANALYZE');
}, 120_000);

async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const plans = await explain(work);
  expect(plans.flatMap(({ scannedTables }) => scannedTables)).not.toContain('build_runs');
  return Math.max(...plans.map(({ readRows }) => readRows));
}

describe(`a commit with ${BUILDS} builds`, () => {
  it.each([
    ['of the commit', many.id, SHOWN],
    ['of its changelist', changelist.id, SHOWN],
    ['of a commit without builds', none.id, 0],
  ])('reads the newest builds %s, and no others', async (_, id, shown) => {
    expect((await reads.findChange(project.id, id))?.buildRuns).toHaveLength(shown);
    expect(await rowsRead(() => reads.findChange(project.id, id))).toBeLessThanOrEqual(NAMES + SHOWN + 1);
  });

  it('reads the newest builds of a task, and no others', async () => {
    expect((await reads.findTask(project.id, task.id))?.links.buildRuns).toHaveLength(SHOWN);
    expect(await rowsRead(() => reads.findTask(project.id, task.id))).toBeLessThanOrEqual(3 * (NAMES + SHOWN));
  });
});
