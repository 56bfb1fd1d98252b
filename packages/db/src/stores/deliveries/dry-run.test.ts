import { afterAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import {
  type AppliedDelivery,
  factories,
  openTestDatabase,
  operationsOfFewKinds,
  projectApplier,
  runs,
  testDatabase,
} from '@slipway/testing';
import fc from 'fast-check';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
await database.prisma.connectedAccount.create({ data: { accountId, userId, provider: 'github', uid: 'ada' } });

const START = 1_700_000_000_000;

async function newProject() {
  const project = await make.project(accountId);
  await database.prisma.project.update({ where: { id: project.id }, data: { approvalAssetTypes: ['texture'] } });
  const { id: integrationId } = await make.integration(project, 'github');
  const { id: other } = await make.integration(project, 'jenkins');
  return {
    ...projectApplier(database, { ...project, integrationId, provider: 'github' }),
    jenkins: { integrationId: other, provider: 'jenkins' },
  };
}

/** Columns that no client can see. */
const INTERNAL_COLUMNS = `'{created_at,updated_at,field_weights,status_at,detail_at,reported_at,received_at,replayed_at,final,actor_uid,author_uid,
  assignee_uid,reported_version,event_count,last_event_at,provider_time,commit_at,removed_at,number}'::text[]`;

const list = (table: string, column: string) =>
  `ARRAY(SELECT (to_jsonb(c) - ${INTERNAL_COLUMNS} - 'id')::text FROM ${table} c WHERE c.${column} = t.id ORDER BY 1)`;

/** The rows that a dry run compares, by kind, with their dependent rows. */
const KINDS: Readonly<Record<string, { table: string; parts: readonly string[] }>> = {
  build_run: {
    table: 'build_runs',
    parts: ['build_steps', 'build_artifacts', 'build_logs'].map((table) => list(table, 'build_run_id')),
  },
  change: {
    table: 'changes',
    parts: ['change_files', 'change_mentions', 'task_links'].map((table) => list(table, 'change_id')),
  },
  asset: { table: 'assets', parts: [list('asset_events', 'asset_id')] },
  approval: { table: 'approvals', parts: [] },
  reference: {
    table: 'external_references',
    parts: ['(t.removed_at IS NULL)', list('reference_keys', 'reference_id')],
  },
  deployment: { table: 'deployments', parts: [list('deployment_events', 'deployment_id')] },
};

async function rowsOf(projectId: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [kind, { table, parts }] of Object.entries(KINDS)) {
    const { rows } = await database.pool.query({
      text: `SELECT t.id::text AS id, jsonb_build_array(${[`to_jsonb(t) - ${INTERNAL_COLUMNS}`, ...parts].join(', ')})::text AS row
             FROM ${table} t WHERE t.project_id = $1`,
      values: [projectId],
    });
    for (const { id, row } of rows as { id: string; row: string }[]) found.set(`${kind} ${id}`, row);
  }
  return found;
}

const kindOf = (row: string) => row.split(' ')[0] ?? '';

/** The rows that changed, and the kinds of rows that were created. */
function effectOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const rows = [...after.keys()];
  return {
    updated: rows.filter((row) => before.has(row) && before.get(row) !== after.get(row)).toSorted(),
    created: rows
      .filter((row) => !before.has(row))
      .map(kindOf)
      .toSorted(),
  };
}

/** Fails if the dry run gave up. */
function done<T extends object>(dryRun: T | string): T {
  if (typeof dryRun === 'string') throw new Error(`the dry run was ${dryRun}`);
  return dryRun;
}

type Project = Awaited<ReturnType<typeof newProject>>;

/** The effect that a dry run predicts, and the effect that the delivery then has. */
async function planAndEffect({ projectId, dryRun, apply }: Project, delivery: AppliedDelivery) {
  const before = await rowsOf(projectId);
  const { changes } = done(await dryRun([delivery]));
  expect(await rowsOf(projectId)).toEqual(before);
  await apply([delivery]);
  const known = changes.flatMap(({ kind, id }) => (id === null ? [] : [`${kind} ${id}`]));
  const made = changes.filter(({ id }) => id === null).map(({ kind }) => kind);
  return {
    plan: { updated: known.toSorted(), created: made.toSorted() },
    effect: effectOf(before, await rowsOf(projectId)),
  };
}

const scenario = operationsOfFewKinds.chain((operation) => {
  const operations = fc.array(operation, { minLength: 1, maxLength: 3 });
  return fc.record({
    earlier: fc.array(fc.tuple(operations, fc.boolean()), { maxLength: 5 }),
    next: operations,
    isReplay: fc.boolean(),
    byJenkins: fc.boolean(),
  });
});

/** Only the repository itself reports its branches, and its changes first-hand. */
function atSecondHand(operation: Operation): Operation[] {
  if (operation.kind === 'ref_move') return [];
  return operation.kind === 'change' ? [{ ...operation, repository: '', secondHand: true }] : [operation];
}

describe('a dry run', () => {
  it('lists exactly the rows that the delivery then creates and changes', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ earlier, next, isReplay, byJenkins }) => {
        const project = await newProject();
        const toDelivery = (key: string, operations: readonly Operation[], jenkins: boolean): AppliedDelivery =>
          jenkins
            ? { key, operations: operations.flatMap(atSecondHand), via: project.jenkins }
            : { key, operations };
        for (const [index, [operations, jenkins]] of earlier.entries())
          await project.apply([{ ...toDelivery(`d${index}`, operations, jenkins), receivedAt: START + index }]);
        const replay = { of: '0197a000-0000-7000-8000-000000000000', key: 'd0', requestedAt: START + 1_000 };
        const { plan, effect } = await planAndEffect(project, {
          ...toDelivery('next', next, byJenkins),
          receivedAt: START + (isReplay ? 0 : earlier.length),
          ...(isReplay ? { replay } : {}),
        });
        expect(plan).toEqual(effect);
      }),
      runs(40),
    );
  }, 240_000);

  it('lists the deployment that was waiting for a build', async () => {
    const project = await newProject();
    const shipped = {
      platform: 'steam',
      branch: '',
      externalId: '',
      event: 'live',
      status: 'live',
      at: 1,
    } as const;
    await project.apply([{ key: 'd', operations: [{ kind: 'deployment', buildNumber: '7', ...shipped }] }]);
    const report = { attempt: 1, status: 'completed', originalStatus: null, reportedAt: 1 } as const;
    const { plan, effect } = await planAndEffect(project, {
      key: 'b',
      operations: [{ kind: 'build_report', jobName: 'win', buildNumber: '7', ...report }],
    });
    expect(plan).toEqual({ updated: [expect.stringMatching(/^deployment /)], created: ['build_run'] });
    expect(plan).toEqual(effect);
    const { touched } = await database.prisma.delivery.findFirstOrThrow({
      where: { projectId: project.projectId, dedupeKey: 'b' },
    });
    expect(touched).toMatchObject([{ kind: 'build_run' }, { kind: 'deployment' }]);
  });

  it('lists the approval that moves to a cooked version', async () => {
    const project = await newProject();
    const path = 'Content/T_Crate.png';
    const commit = {
      kind: 'change',
      repository: 'harbor',
      identifier: 'c1',
      displayIdentifier: 'c1',
      sourceType: 'GitCommit',
      timestamp: 1,
      files: [{ path, action: 'edit' }],
    } as const;
    await project.apply([{ key: 'c', operations: [commit] }]);
    const { plan, effect } = await planAndEffect(project, {
      key: 'k',
      operations: [{ kind: 'asset_cooked', path, at: 2, contentHash: 'new' }],
    });
    expect(plan.updated.map(kindOf)).toEqual(['approval', 'asset']);
    expect(plan).toEqual(effect);
  });
});

describe('a dry run while deliveries are applied', () => {
  const report = (branch: string): AppliedDelivery => ({
    key: branch,
    operations: [
      {
        kind: 'build_report',
        jobName: 'win',
        buildNumber: '7',
        attempt: 1,
        status: 'building',
        originalStatus: null,
        reportedAt: START,
        branch,
      },
    ],
  });

  it('does not need the project lock', async () => {
    const project = await newProject();
    await database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(74025, $1)', values: [project.projectId] });
      expect(done(await project.dryRun([report('main')])).changes).toHaveLength(1);
    });
  });

  it('gives up on a row locked by another transaction, and changes nothing', async () => {
    const project = await newProject();
    await project.apply([report('main')]);
    const before = await rowsOf(project.projectId);
    await database.transaction(async (tx) => {
      const values = [project.projectId];
      await tx.query({ text: 'UPDATE build_runs SET branch = branch WHERE project_id = $1', values });
      expect(await project.dryRun([report('release')])).toBe('busy');
    });
    expect(await rowsOf(project.projectId)).toEqual(before);
    expect(done(await project.dryRun([report('release')])).changes).toHaveLength(1);
  });

  it('gives up when it takes too long', async () => {
    const project = await newProject();
    expect(await project.dryRun([report('main')], { limitMs: 1 })).toBe('too_long');
    expect(await rowsOf(project.projectId)).toEqual(new Map());
  });
});
