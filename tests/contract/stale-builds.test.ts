import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project } = api;

const path = (projectId = project.id) => `/v1/projects/${projectId}/stale_builds`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('GET /v1/projects/:project_id/stale_builds', () => {
  it('200: those of the given builds of the project that are stale', async () => {
    const stale = await make.buildRun(project, { status: 'building', updatedAt: hoursAgo(3) });
    const running = await make.buildRun(project, { status: 'building', updatedAt: hoursAgo(1) });
    const ended = await make.buildRun(project, { status: 'failed', updatedAt: hoursAgo(3) });
    const theirs = await make.project(project.accountId);
    const foreign = await make.buildRun(theirs, { status: 'building', updatedAt: hoursAgo(3) });
    const ids = [stale, running, ended, foreign].map(({ id }) => id).join(',');
    expect((await api.get(`${path()}?ids=${ids}`)).body).toEqual({ stale_build_run_ids: [String(stale.id)] });
    expect((await api.get(path())).body).toEqual({ stale_build_run_ids: [] });
  });

  it('422: what is not a list of at most 100 ids', async () => {
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    await expectRefusals(
      api,
      path(),
      ['ids=x', 'ids=0', 'ids=1,,2', `ids=${many}`].map((query) => [query, 'invalid_parameter'] as const),
    );
  });
});
