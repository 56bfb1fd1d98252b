import { describe, expect, it } from '@jest/globals';
import type { NumberGap } from '@slipway/contracts';
import { startApi } from './api.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;
const DAY_MS = 24 * 60 * 60_000;
const start = Date.now() - 5 * DAY_MS;
const at = (minutes: number) => new Date(start + minutes * 60_000);

async function freshProject(providers: readonly string[]) {
  const project = await make.project(api.accountId);
  const integrations: { id: number }[] = [];
  for (const provider of providers) integrations.push(await make.integration(project, provider));
  const ids = integrations.map(({ id }) => id);
  const builds = async (
    integrationId: number | undefined,
    jobName: string,
    numbers: readonly (number | string)[],
  ) => {
    for (const number of numbers) {
      const createdAt = at(Number.isInteger(number) ? Number(number) : 0);
      await make.buildRun(project, { integrationId, jobName, buildNumber: String(number), createdAt });
    }
  };
  const changelists = async (integrationId: number | undefined, numbers: readonly number[]) => {
    for (const number of numbers) {
      await make.change(project, { integrationId, identifier: String(number), timestamp: at(number) });
    }
  };
  return { project, ids, builds, changelists, path: `/v1/projects/${project.id}/deliveries/gaps` };
}

const spans = (body: { gaps: NumberGap[] }) =>
  body.gaps.map(
    ({ kind, series, first_missing, last_missing }) => `${kind} ${series} ${first_missing}-${last_missing}`,
  );

describe('GET /v1/projects/:project_id/deliveries/gaps', () => {
  it('200: counts build numbers by job key and shows the job name', async () => {
    const { project, ids, path } = await freshProject(['github']);
    const numbers = [
      ['7 workflow 5', 1],
      ['7 workflow 6', 2],
      ['7 workflow 5', 3],
    ] as const;
    for (const [jobKey, number] of numbers)
      await make.buildRun(project, {
        integrationId: ids[0],
        jobKey,
        jobName: 'Build',
        buildNumber: String(number),
        createdAt: at(number),
      });
    expect(spans((await api.get(path)).body)).toEqual(['build_number Build 2-2']);
  });

  it('200: lists missing numbers by integration and job, newest first', async () => {
    const { path, ids, builds, changelists } = await freshProject(['jenkins', 'perforce', 'buildkite']);
    const [jenkins, perforce, buildkite] = ids;
    await builds(jenkins, 'Harbor-Win64', [3, 1, 2, 6, 7]);
    await builds(jenkins, 'Harbor-Linux', [10, 12]);
    await builds(buildkite, 'Harbor-Win64', [4, 9]);
    await changelists(perforce, [100, 101, 104]);
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body.gaps).toEqual([
      {
        integration_id: perforce,
        provider: 'perforce',
        kind: 'changelist',
        series: '',
        first_missing: '102',
        last_missing: '103',
        count: 2,
        certainty: 'possible',
        before_at: at(101).toISOString(),
        after_at: at(104).toISOString(),
      },
      {
        integration_id: jenkins,
        provider: 'jenkins',
        kind: 'build_number',
        series: 'Harbor-Linux',
        first_missing: '11',
        last_missing: '11',
        count: 1,
        certainty: 'likely',
        before_at: at(10).toISOString(),
        after_at: at(12).toISOString(),
      },
      expect.objectContaining({ integration_id: buildkite, certainty: 'possible', first_missing: '5', count: 4 }),
      expect.objectContaining({ series: 'Harbor-Win64', first_missing: '4', last_missing: '5', count: 2 }),
    ]);
    expect(body.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
    await builds(jenkins, 'Harbor-Linux', [11]);
    expect(spans((await api.get(path)).body)).not.toContain('build_number Harbor-Linux 11-11');
  });

  it('200: ignores jumps, non-sequential numbers, other projects and older builds', async () => {
    const { path, project, ids, builds } = await freshProject(['jenkins']);
    const other = await freshProject(['jenkins']);
    await builds(ids[0], 'A', [1, 2_000, 'nightly', '2001-rc', '20261115101500', '20261115101700']);
    await builds(other.ids[0], 'A', [1, 3]);
    const longAgo = { integrationId: ids[0], jobName: 'B' };
    for (const buildNumber of ['1', '3'])
      await make.buildRun(project, { ...longAgo, buildNumber, createdAt: new Date(Date.now() - 40 * DAY_MS) });
    expect(spans((await api.get(path)).body)).toEqual([]);
    expect(spans((await api.get(`${path}?days=60`)).body)).toEqual(['build_number B 2-2']);
  });

  it('200: an existing number is not missing, whatever its time', async () => {
    const { path, project, ids, builds, changelists } = await freshProject(['perforce', 'jenkins']);
    const [perforce, jenkins] = ids;
    const longAgo = new Date(Date.now() - 400 * DAY_MS);
    const changedLongAgo = async (integrationId: number | undefined, numbers: readonly (number | string)[]) => {
      for (const number of numbers)
        await make.change(project, { integrationId, identifier: String(number), timestamp: longAgo });
    };
    await changelists(perforce, [8, 12, 97, 103, 110]);
    await changedLongAgo(perforce, [9, 10, 11, 98, 99, 100, 101, 102, 105, 106, '1051', '10a', '1040000000000']);
    await changedLongAgo(jenkins, [104, 107]);
    expect(spans((await api.get(`${path}?kind=changelist`)).body)).toEqual([
      'changelist  107-109',
      'changelist  13-96',
      'changelist  104-104',
    ]);
    await builds(jenkins, 'A', [1, 5]);
    for (const buildNumber of ['2', '4'])
      await make.buildRun(project, { integrationId: jenkins, jobName: 'A', buildNumber, createdAt: longAgo });
    await make.buildRun(project, { integrationId: jenkins, jobName: 'B', buildNumber: '3', createdAt: longAgo });
    expect(spans((await api.get(`${path}?kind=build_number`)).body)).toEqual([]);
  });

  it('200: changelist_gaps of an integration makes its gaps likely or hides them', async () => {
    const { path, ids, changelists } = await freshProject(['perforce', 'perforce']);
    for (const id of ids) await changelists(id, [1, 3]);
    const configure = (id: number | undefined, value: boolean) =>
      api.database.prisma.integration.update({
        where: { id: id ?? 0 },
        data: { config: { changelist_gaps: value } },
      });
    await configure(ids[0], true);
    await configure(ids[1], false);
    const { body } = await api.get(path);
    expect(body.gaps).toMatchObject([{ integration_id: ids[0], certainty: 'likely', first_missing: '2' }]);
  });

  it('200: filters by kind and integration, and pages through the gaps', async () => {
    const { path, ids, builds, changelists } = await freshProject(['jenkins', 'perforce']);
    await builds(ids[0], 'A', [1, 3, 5, 7]);
    await changelists(ids[1], [1, 3, 5, 7]);
    const all = spans((await api.get(path)).body);
    expect(all).toHaveLength(6);
    expect(spans((await api.get(`${path}?kind=changelist`)).body)).toHaveLength(3);
    expect(spans((await api.get(`${path}?integration_id=${ids[0]}`)).body)).toHaveLength(3);
    expect(spans((await api.get(`${path}?integration_id=2147483647`)).body)).toEqual([]);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await api.get(`${path}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      walked.push(...spans(body));
      cursor = body.pagination.next_cursor;
    }
    expect(walked).toEqual(all);
    const { body } = await api.get(`${path}?limit=2`);
    const refused = await api.get(`${path}?kind=changelist&cursor=${body.pagination.next_cursor}`);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_cursor']);
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    const { path } = await freshProject([]);
    await expectRefusals(api, path, [
      ['kind=commit', 'invalid_kind', { valid_kinds: ['build_number', 'changelist'] }],
      ['integration_id=x', 'invalid_parameter'],
      ['integration_id=0', 'invalid_parameter'],
      ['days=0', 'invalid_parameter'],
      ['days=x', 'invalid_parameter'],
      ['limit=-1', 'invalid_parameter'],
      ['kind[]=changelist', 'invalid_parameter_type'],
    ]);
  });
});
