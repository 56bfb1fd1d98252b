import { describe, expect, it } from '@jest/globals';
import { only } from './reads.js';
import { build, deployment } from './stories/deployment.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();
const someTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('a deployment', () => {
  it('is recorded from upload to release and rollback', async () => {
    const project = await studio.project();
    const { uploading, submitted, depotChecked, inReview, live, rolledBack } = deployment;
    await project.deliver(uploading);
    const first = only(await project.deployments());
    const { id: integrationId } = await project.integrate('deployment');
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      platform: 'steam',
      status: 'uploading',
      branch: 'playtest',
      version: '0.9.4',
      external_id: '2358720',
      external_build_id: '',
      build_run_id: null,
      integration_id: integrationId,
      submitted_at: null,
      deployed_at: null,
      live_at: null,
      created_at: someTime,
      updated_at: someTime,
    });
    const now = async () => {
      const { status, submitted_at, deployed_at, live_at } = only(await project.deployments());
      return { status, submitted_at, deployed_at, live_at };
    };
    await project.deliver(submitted, depotChecked);
    const times = { submitted_at: time(8), deployed_at: null, live_at: null };
    expect(await now()).toEqual({ status: 'submitted', ...times });
    await project.deliver(inReview);
    expect(await now()).toEqual({ status: 'in_review', ...times });
    await project.deliver(live);
    const shipped = { ...times, deployed_at: time(20), live_at: time(20) };
    expect(await now()).toEqual({ status: 'live', ...shipped });
    expect(only(await project.feed())).toMatchObject({ status: 'ok' });
    await project.deliver(rolledBack);
    expect(await project.deployment(first.id)).toEqual({
      ...first,
      ...shipped,
      status: 'rolled_back',
      external_build_id: '25520824',
      updated_at: someTime,
      build_run: null,
    });

    const events = await studio.service.database.prisma.deploymentEvent.findMany({
      where: { deploymentId: first.id },
      orderBy: { occurredAt: 'asc' },
    });
    expect(events.map(({ event, status }) => [event, status])).toEqual([
      ['upload_started', 'uploading'],
      ['build_uploaded', 'submitted'],
      ['depot_checked', null],
      ['IN_REVIEW', 'in_review'],
      ['set_live', 'live'],
      ['rollback', 'rolled_back'],
    ]);
    expect(only(await project.feed())).toEqual({
      event_type: 'deployment.created',
      project_id: project.id,
      project_name: project.name,
      actor: 'deployment',
      timestamp: first.created_at,
      target_ref: 'steam 0.9.4',
      status: 'err',
      message: 'Deployment of 0.9.4 to Steam (playtest) started, now rolled back',
      url: `/projects/${project.id}/deployments/${first.id}`,
      cursor_key: `${first.created_at}|deployment|${first.id}`,
    });
  });

  it.each(['before', 'after'])('is linked to its build when the build is reported %s it', async (when) => {
    const project = await studio.project();
    const webhooks = when === 'before' ? [build, deployment.live] : [deployment.live, build];
    await project.deliver(...webhooks);
    const { id: runId } = only(await project.builds());
    const { id } = only(await project.deployments());
    expect(await project.deployment(id)).toMatchObject({
      build_run_id: runId,
      build_run: { id: runId, status: 'completed', commit_hash: 'ab'.repeat(20), ci_job_name: 'Undertow-Win64' },
    });
  });

  it('is linked to the task that its commit mentions', async () => {
    const project = await studio.project();
    const task = await studio.service.make.task(project);
    const message = `Ship it, task-${task.id}`;
    await project.deliver(build, deployment.live, {
      endpoint: 'lore',
      body: { revision: 'ab'.repeat(20), repository: 'r', message, timestamp: time(-9) },
    });
    const { links } = await project.task(task.id);
    expect(links).toMatchObject({
      changes: [{ identifier: 'ab'.repeat(20), source_type: 'AssetCommit' }],
      build_runs: [{ status: 'completed', ci_job_name: 'Undertow-Win64' }],
      deployments: [{ status: 'live', platform: 'steam', branch: 'playtest' }],
    });
  });

  it.each([
    ['STEAM', 'steam'],
    ['devvit', 'reddit_devvit'],
    ['playables', 'youtube_playables'],
    ['epic', 'epic_games_store'],
    ['android', 'google_play'],
    ['ios', 'apple_app_store'],
    ['unity', 'unity_cloud'],
    ['itch.io', 'custom'],
  ])('to %s is recorded as one to %s', async (platform, canonical) => {
    const project = await studio.project();
    await project.deliver({ endpoint: 'deployment', body: { platform, event: 'queued', build_number: '7' } });
    expect(only(await project.deployments())).toMatchObject({ platform: canonical, status: 'pending' });
  });
});
