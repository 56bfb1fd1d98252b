import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent, expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project } = api;

const path = (buildId: number | string, projectId = project.id) =>
  `/v1/projects/${projectId}/build_runs/${buildId}/compare`;

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute));

const build = (jobName: string, status: string, minute: number) =>
  make.buildRun(project, {
    jobName,
    jobKey: jobName,
    branch: 'main',
    status,
    createdAt: at(minute),
    startedAt: at(minute),
    finishedAt: at(minute),
    statusAt: at(minute),
  });

describe('GET /v1/projects/:project_id/build_runs/:build_run_id/compare', () => {
  it('200: a build and the last passing one of its job, or any other one', async () => {
    const [passed, failed] = [await build('Tide', 'completed', 0), await build('Tide', 'failed', 5)];
    const elsewhere = await build('Reef', 'completed', 9);
    const { status, body } = await api.get(path(failed.id));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      earlier: { id: String(passed.id), is_stale: false },
      later: { id: String(failed.id), has_log: false },
      changes: [],
      changes_truncated: false,
      new_line_count: null,
      new_lines: [],
      steps: [],
    });
    expect((await api.get(`${path(elsewhere.id)}?with=${failed.id}`)).body).toMatchObject({
      earlier: { id: String(failed.id) },
      later: { id: String(elsewhere.id) },
    });
  });

  it('404: a build of another project, or none', async () => {
    const { id } = await build('Absent', 'failed', 0);
    const other = await make.project(project.accountId);
    await expectAbsent([
      ...[api.get(path(id, other.id)), api.get(path(999_999_999)), api.get(path('x'))],
      ...['999999999', 'x'].map((name) => api.get(`${path(id)}?with=${name}`)),
    ]);
  });

  it('422: no earlier passing build, or another parameter', async () => {
    const { id } = await build('Never', 'failed', 0);
    await expectRefusals(api, path(id), [['limit=1', 'unknown_parameter']]);
    expect((await api.get(path(id))).body).toEqual({
      error: 'no_passing_build',
      message: 'No earlier passing build of this job on this branch.',
    });
  });
});
