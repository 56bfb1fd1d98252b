import { beforeAll, expect, it } from '@jest/globals';
import { expectBounded } from '@slipway/testing';
import { recordPageSteps } from '../stores/apply/builds/page-steps.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 20_000;

const { database, run, explain, make, accountId, project } = await planStudio();
const { id: integrationId } = await make.integration(project, 'github');
const page = 'https://github.test/studio/harbor/actions/runs/';

/** All pages of the second half begin with the same 200 characters. */
beforeAll(async () => {
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, build_url)
     SELECT $1, $2, $3, 'ci', 'CI', n::text, 'completed', now(), 'unreal',
       CASE WHEN n > ${ROWS / 2} THEN $4 || repeat('x', 200) || n / 1000 ELSE $4 || n END
     FROM generate_series(1, ${ROWS}) n`,
    [accountId, project.id, integrationId, page],
  );
  await run('ANALYZE');
}, 120_000);

function report(buildUrl: string) {
  const scope = {
    deliveryId: '',
    deliveryKey: '',
    accountId,
    projectId: project.id,
    integrationId,
    provider: 'github',
    receivedAt: 1,
    engine: 'unreal',
    approvalAssetTypes: [],
    hasNotificationRules: false,
    hasCulpritSearch: false,
    updatesGithub: false,
  } as const;
  const step = { name: 'Compile', status: 'running', at: 1 } as const;
  return { scope, operation: { kind: 'build_steps', buildUrl, attempt: 1, steps: [step] } } as const;
}

it(`finds the build of a page among ${ROWS} by its index`, async () => {
  const plans = await explain(async () => {
    const found = await recordPageSteps(database.pool, [report(`${page}4711`)]);
    expect(found.map((build) => build.page)).toEqual([`${page}4711`]);
  });
  const plan = plans.find(({ text }) => text.includes('FROM build_runs'));
  expect(plan?.indexes).toContain('build_runs_page_start_idx');
  expectBounded(plan as NonNullable<typeof plan>, 10);
});

it('distinguishes pages that begin alike', async () => {
  const found = await recordPageSteps(database.pool, [report(`${page}${'x'.repeat(200)}15`)]);
  expect(found).toHaveLength(1_000);
});
