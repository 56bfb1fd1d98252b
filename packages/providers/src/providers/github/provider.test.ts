import { describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import { eventOf } from '../../normalize.js';
import { provider } from './index.js';

const repository = { id: 7, full_name: 'tidewrack/harbor', html_url: 'https://github.com/tidewrack/harbor' };
const endpoint = provider.endpoints[0];

function received(headers: Record<string, string>) {
  return { headers, payload: {}, endpoint };
}

function operations(name: string, payload: object): readonly Operation[] {
  const context = { receivedAt: Date.UTC(2026, 10, 2, 12), event: name, engine: 'custom', config: {} } as const;
  return eventOf(provider, name)?.normalize(payload, context) ?? [];
}

function identities(given: readonly Operation[]): Set<string> {
  const deployments = given.filter((operation) => operation.kind === 'deployment');
  return new Set(
    deployments.map(({ platform, buildNumber, branch, externalId }) =>
      JSON.stringify([platform, buildNumber, branch, externalId]),
    ),
  );
}

describe('a request to the GitHub endpoint', () => {
  it('has its event name and delivery id in the headers', () => {
    const request = received({ 'x-github-event': 'push', 'x-github-delivery': '72d3162e' });
    expect(provider.eventName(request)).toBe('push');
    expect(provider.deliveryId(request)).toBe('72d3162e');
  });

  it('has no event name without X-GitHub-Event', () => {
    expect(provider.eventName(received({}))).toBeNull();
    expect(provider.eventName(received({ 'x-github-event': '' }))).toBeNull();
    expect(provider.deliveryId(received({}))).toBeNull();
  });

  it('has no handler when its event name is a property of Object.prototype', () => {
    expect(eventOf(provider, 'constructor')).toBeUndefined();
    expect(eventOf(provider, 'toString')).toBeUndefined();
  });
});

describe('the job of a build', () => {
  const run = (of: object, workflow: object = { id: 5, name: 'Build' }) =>
    operations('workflow_run', { workflow_run: { id: 1, run_number: 9 }, workflow, repository: of })[0];
  const other = { ...repository, id: 8, full_name: 'tidewrack/tools' };
  const keys = (...builds: (Operation | undefined)[]) =>
    builds.map((build) => (build?.kind === 'build_report' ? build.jobKey : undefined));

  it('is a workflow of a repository, named after the workflow', () => {
    expect(run(repository)).toMatchObject({ jobName: 'Build', jobKey: '7 workflow 5', buildNumber: '9' });
    expect(run(repository, { id: 6, name: 'Build' })).toMatchObject({ jobName: 'Build', jobKey: '7 workflow 6' });
    expect(run(other)).toMatchObject({ jobName: 'Build', jobKey: '8 workflow 5' });
  });

  it('is identified by the workflow file or name when ids are missing', () => {
    const { id: _, ...unnumbered } = repository;
    const file = { name: 'Build', path: '.github/workflows/win.yml@refs/heads/main' };
    expect(keys(run(unnumbered, file), run(unnumbered, { name: 'Build' }))).toEqual([
      'tidewrack/harbor workflow .github/workflows/win.yml',
      'tidewrack/harbor workflow Build',
    ]);
  });

  it('is a check or a status context of a repository', () => {
    const check = (of: object) =>
      operations('check_run', { check_run: { id: 3, name: 'lint' }, repository: of })[0];
    const status = (of: object) =>
      operations('status', { sha: 'b81e47f0', context: 'lint', state: 'success', repository: of })[0];
    expect(keys(check(repository), check(other))).toEqual(['7 check lint', '8 check lint']);
    expect(keys(status(repository), status(other))).toEqual(['7 status lint', '8 status lint']);
  });
});

describe('user-defined text', () => {
  it('is cut to the length that an index stores, but never in the middle of a character', () => {
    const context = '🦀'.repeat(300);
    const [build] = operations('status', { sha: 'b81e47f0', context: `x${context}`, state: 'success' });
    expect(build).toMatchObject({ jobName: `x${'🦀'.repeat(199)}\uFFFD` });
  });

  it('becomes a link only if it is a web URL', () => {
    const [build] = operations('status', {
      sha: 'b81e47f0',
      context: 'ci',
      state: 'success',
      target_url: 'javascript:alert(1)',
    });
    expect(build).not.toHaveProperty('buildUrl');
  });
});

describe('several events about one object', () => {
  it('report one reference for a pull request and a comment on it, which have different ids', () => {
    const item = { number: 214, title: 'Fog horn', state: 'open', updated_at: '2026-11-02T10:00:00Z' };
    const pull = { action: 'edited', pull_request: { ...item, id: 1 }, repository };
    const comment = {
      action: 'created',
      issue: { ...item, id: 2, pull_request: { merged_at: null } },
      repository,
    };
    expect(operations('issue_comment', comment)).toEqual(operations('pull_request', pull));
  });

  it('report the same reference after the repository is renamed', () => {
    const [before] = operations('issues', { issue: { number: 12 }, repository });
    const [after] = operations('issues', {
      issue: { number: 12 },
      repository: { ...repository, full_name: 'tidewrack/port' },
    });
    expect(before).toMatchObject({ externalId: '7#12', key: 'tidewrack/harbor#12' });
    expect(after).toMatchObject({ externalId: '7#12', key: 'tidewrack/port#12' });
  });

  it('report one deployment for a release', () => {
    const release = { id: 5, tag_name: 'v1', draft: false, target_commitish: 'main' };
    const actions = ['created', 'published', 'released', 'edited', 'unpublished', 'deleted'];
    const reports = actions.flatMap((action) => operations('release', { action, release, repository }));
    expect(reports).toHaveLength(actions.length);
    expect(identities(reports).size).toBe(1);
  });

  it('report one deployment even when a status names another environment', () => {
    const deployment = { id: 5, ref: 'main', environment: 'steam', original_environment: 'steam' };
    const moved = { ...deployment, environment: 'production-eu' };
    const reports = [
      ...operations('deployment', { action: 'created', deployment }),
      ...operations('deployment_status', { deployment, deployment_status: { state: 'in_progress' } }),
      ...operations('deployment_status', { deployment: moved, deployment_status: { state: 'success' } }),
    ];
    expect(reports).toHaveLength(3);
    expect([...identities(reports)]).toEqual([JSON.stringify(['steam', '', 'main', '5'])]);
  });

  it('report the same page for a job and its run', () => {
    const page = 'https://github.com/tidewrack/harbor/actions/runs/99';
    const run = { id: 99, run_number: 3, status: 'in_progress', html_url: page };
    const job = { run_id: '99', name: 'cook', status: 'in_progress' };
    expect(operations('workflow_run', { workflow_run: run, repository })).toMatchObject([{ buildUrl: page }]);
    expect(operations('workflow_job', { workflow_job: job, repository })).toMatchObject([{ buildUrl: page }]);
  });

  it('report the same change from a push and from a run', () => {
    const commit = {
      id: 'b81e47f09c3d5526aa1f7e60d2c94b8f3e7a9d15',
      message: 'Drop the placeholder crane',
      timestamp: '2026-11-02T12:40:51+01:00',
      author: { name: 'Ilse', email: '6+ilse-brandt@users.noreply.test' },
    };
    const push = { ref: 'refs/heads/main', after: commit.id, commits: [commit], head_commit: commit, repository };
    const run = { id: 1, run_number: 3, status: 'queued', head_commit: commit };
    const [pushed] = operations('push', push);
    const [, ran] = operations('workflow_run', { workflow_run: run, repository });
    expect(pushed).toEqual({ ...ran, branch: 'main' });
  });
});

it("reports no build for Slipway's own commit statuses", () => {
  const status = { sha: 'a'.repeat(40), state: 'failure', repository };
  expect(operations('status', { ...status, context: 'slipway/Harbor-Win64' })).toEqual([]);
  expect(operations('status', { ...status, context: 'ci/harbor' })).toHaveLength(1);
});
