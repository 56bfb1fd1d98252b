import { describe, expect, it } from '@jest/globals';
import { only } from './reads.js';
import { pull, run } from './stories/github.js';
import { github, sha } from './stories/github-payloads.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();
const uids = [{ provider: 'github', uid: 'Mira-Ok' }];
const { userId } = await studio.service.make.member(await studio.project(), { uids });
const page = 'https://github.com/tidewright/undertow';

describe('a pull request', () => {
  it('closes an issue, and its merge commit is a change that mentions both', async () => {
    const project = await studio.project();
    const { issueOpened, issueAssigned, opened, ready, merged, pushed, issueClosed } = pull;
    await project.deliver(issueOpened, issueAssigned);
    expect(only(await project.references())).toMatchObject({
      provider: 'github',
      key: 'tidewright/undertow#7',
      title: 'Tide runs backwards',
      state: 'open',
      url: `${page}/issues/7`,
      assignee_user_id: userId,
    });
    const states = async () => {
      const references = await project.references();
      return Object.fromEntries(references.map(({ key, state }) => [key.split('#')[1] ?? '', state]));
    };
    await project.deliver(opened);
    expect(await states()).toEqual({ 7: 'open', 12: 'draft' });
    await project.deliver(ready);
    expect(await states()).toEqual({ 7: 'open', 12: 'open' });

    await project.deliver(merged);
    expect(await states()).toEqual({ 7: 'open', 12: 'merged' });
    const known = await project.changeNamed(sha('merge'));
    expect(known).toMatchObject({ source_type: 'GitCommit', file_count: null, files: [], files_available: false });

    await project.deliver(pushed, issueClosed);
    expect(await states()).toEqual({ 7: 'closed', 12: 'merged' });
    const change = await project.change(known.id);
    expect(change).toMatchObject({
      identifier: sha('merge'),
      display_identifier: sha('merge').slice(0, 8),
      author: 'Mira Okafor',
      timestamp: time(20),
      file_count: 1,
      files: [{ path: 'Content/Water/M_Tide.uasset', action: 'edit' }],
      files_available: true,
    });
    expect(change.references.map(({ key }) => key).toSorted()).toEqual([
      'tidewright/undertow#12',
      'tidewright/undertow#7',
    ]);
    const links = (await project.references()).map(({ change_ids }) => change_ids);
    expect(links).toEqual([[change.id], [change.id]]);
    expect(only(await project.feed())).toMatchObject({
      event_type: 'change.submitted',
      actor: `user:${userId}`,
      status: 'info',
      timestamp: time(20),
      target_ref: sha('merge').slice(0, 8),
      message: `M_Tide.uasset created in ${sha('merge').slice(0, 8)}`,
      url: `/projects/${project.id}/changes/${change.id}`,
    });
  });
});

describe('an Actions run', () => {
  it('can fail, start over with a second attempt, and be deployed', async () => {
    const project = await studio.project();
    const { requested, inProgress, jobStarted, jobFailed, failed, again, jobPassed, passed, ...deploying } = run;
    await project.deliver(requested);
    const queued = only(await project.builds());
    expect(queued).toMatchObject({
      status: 'queued',
      started_at: null,
      ci_job_name: 'Nightly',
      build_number: '562',
    });
    await project.deliver(inProgress, jobStarted);
    const step = { name: 'cook (win64)', started_at: time(1), finished_at: null, detail: '' };
    expect((await project.build(queued.id)).steps).toEqual([{ ...step, status: 'running' }]);
    await project.deliver(jobFailed, failed);
    expect(await project.build(queued.id)).toMatchObject({
      status: 'failed',
      duration_seconds: 600,
      steps: [{ ...step, status: 'failed', finished_at: time(9), detail: 'Failed: Cook' }],
    });
    expect(only(await project.feed())).toMatchObject({ event_type: 'build_run.failed', actor: `user:${userId}` });

    await project.deliver(again);
    expect(await project.build(queued.id)).toMatchObject({ status: 'queued', finished_at: null, steps: [] });
    expect(await project.feed()).toEqual([]);
    await project.deliver(jobPassed, passed);
    expect(await project.build(queued.id)).toEqual({
      ...queued,
      status: 'completed',
      commit_hash: sha('run'),
      changelist: '',
      branch: 'main',
      build_url: `${page}/actions/runs/30433642`,
      started_at: time(15),
      finished_at: time(25),
      duration_seconds: 600,
      updated_at: expect.any(String),
      artifacts: [],
      steps: [{ ...step, status: 'completed', started_at: time(16), finished_at: time(24) }],
      has_log: false,
      investigation: null,
    });
    expect(await project.changeNamed(sha('run'))).toMatchObject({
      description: 'Run me, mail qa',
      file_count: null,
      latest_build: { id: queued.id, status: 'completed', commit_hash: sha('run'), ci_job_name: 'Nightly' },
    });

    await project.deliver(...Object.values(deploying));
    const deployment = only(await project.deployments());
    expect(await project.deployment(deployment.id)).toMatchObject({
      platform: 'steam',
      status: 'live',
      branch: 'main',
      external_id: '145988746',
      deployed_at: time(35),
      live_at: time(35),
      build_run: { id: queued.id, status: 'completed' },
    });
    expect((await project.feed()).map(({ event_type, actor, status }) => [event_type, actor, status])).toEqual([
      ['deployment.created', `user:${userId}`, 'ok'],
      ['build_run.completed', `user:${userId}`, 'ok'],
    ]);
  });
});

describe('workflows with the same name', () => {
  const nightly = ({ id, repository, status }: { id: number; repository: string; status: string }) =>
    github('workflow_run', {
      workflow: { id, name: 'Build', path: `.github/workflows/${id}.yml` },
      workflow_run: {
        id: id * 10,
        run_number: 5,
        status: 'completed',
        conclusion: status,
        head_sha: sha('twins'),
        updated_at: time(id),
      },
      repository: { id: repository.length, full_name: repository },
    });

  it('have separate builds within one repository and across two, each named after its workflow', async () => {
    const project = await studio.project();
    await project.deliver(
      nightly({ id: 1, repository: 'studio/game', status: 'success' }),
      nightly({ id: 2, repository: 'studio/game', status: 'failure' }),
      nightly({ id: 1, repository: 'studio/tools', status: 'cancelled' }),
    );
    const builds = await project.builds();
    expect(builds.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'completed', 'failed']);
    expect(new Set(builds.map((build) => `${build.ci_job_name} ${build.build_number}`))).toEqual(
      new Set(['Build 5']),
    );
    const [failed] = builds.filter(({ status }) => status === 'failed');
    expect(await project.build(failed?.id ?? '')).toMatchObject({ ci_job_name: 'Build' });
    const shown = (await project.feed()).map(({ target_ref, message }) => `${target_ref}: ${message}`);
    expect(shown.toSorted()).toEqual(['Build #5: Build #5 failed', 'Build #5: Build #5 passed']);
  });
});
