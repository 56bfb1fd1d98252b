import { describe, expect, it } from '@jest/globals';
import { getDelivery } from '@slipway/contracts';
import { only } from './reads.js';
import { commit, push, sha } from './stories/github-payloads.js';
import { flatReports, LOG, notifications, triggers } from './stories/jenkins.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();
const id = expect.stringMatching(/^[0-9]+$/);
const someTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('flat reports on /webhooks/ci and /webhooks/jenkins', () => {
  it('record a build from the queue to its failure, with log, artifacts and feed', async () => {
    const project = await studio.project();
    const { queued, started, failed } = flatReports;
    const about = {
      id,
      project_id: String(project.id),
      build_type: 'unreal',
      ci_job_name: 'Undertow-Win64-Shipping',
      build_number: '812',
      commit_hash: '',
      changelist: '48213',
      branch: '//undertow/main',
      build_url: 'https://jenkins.example.com/job/Undertow-Win64-Shipping/812/',
      duration_seconds: null,
      started_at: null,
      finished_at: null,
      created_at: someTime,
      updated_at: someTime,
    };

    await project.deliver(queued);
    expect(await project.builds()).toEqual([{ ...about, status: 'queued', target_type: 'development' }]);
    await project.deliver(started);
    const building = { ...about, target_type: 'shipping', started_at: time(0) };
    expect(await project.builds()).toEqual([{ ...building, status: 'building' }]);
    expect(await project.feed()).toEqual([]);

    await project.deliver(failed);
    const run = only(await project.builds());
    expect(run).toEqual({ ...building, status: 'failed', finished_at: time(42), duration_seconds: 2520 });
    expect(await project.build(run.id)).toEqual({
      ...run,
      artifacts: [
        { name: 'Undertow-Win64.log', size_bytes: 351_735, url: 'https://jenkins.example.com/812/Undertow.log' },
      ],
      steps: [],
      has_log: true,
      investigation: null,
    });
    expect(await project.log(run.id)).toEqual([LOG[0], LOG[1]?.replace('@contract.example.com', ''), LOG[2]]);
    expect(await project.feed()).toEqual([
      {
        event_type: 'build_run.failed',
        project_id: project.id,
        project_name: project.name,
        actor: 'jenkins',
        timestamp: time(42),
        target_ref: 'Undertow-Win64-Shipping #812',
        status: 'err',
        message: 'Undertow-Win64-Shipping #812 failed',
        url: `/projects/${project.id}/builds/${run.id}`,
        cursor_key: `${time(42)}|build_run|${run.id}`,
      },
    ]);
  });

  it('never show a start after the end, even when the senders’ clocks differ', async () => {
    const project = await studio.project();
    const { body } = flatReports.failed;
    await project.deliver({ endpoint: 'ci', body: { ...body, started_at: time(43) } });
    expect(only(await project.builds())).toMatchObject({
      started_at: time(42),
      finished_at: time(42),
      duration_seconds: null,
    });
  });

  it.each([
    [{ duration_seconds: 4_294_967_296 }, null, 'The duration of 4294967296 seconds was dropped'],
    [{ duration_seconds: -5, started_at: time(41) }, 60, 'The duration of -5 seconds was dropped'],
    [{ started_at: time(43) }, null, 'the build ends before it starts'],
    [{ started_at: time(-60 * 24 * 31) }, null, 'more than 30 days apart'],
  ])(
    'are applied without an impossible duration, which the delivery log notes: %j',
    async (fields, seconds, note) => {
      const project = await studio.project();
      const { deliveryId } = await project.send({
        ...flatReports.failed,
        body: { ...flatReports.failed.body, ...fields },
      });
      expect(await project.settled(deliveryId)).toBe('applied');
      expect(only(await project.builds())).toMatchObject({ finished_at: time(42), duration_seconds: seconds });
      const params = { project_id: project.id, id: deliveryId };
      expect(await project.client.call(getDelivery, { params })).toMatchObject({
        outcome: 'applied',
        reason: expect.stringContaining(note),
      });
    },
  );

  it('are linked to their changelist, whichever is reported first', async () => {
    const project = await studio.project();
    await project.deliver(flatReports.failed);
    await project.deliver({
      endpoint: 'perforce',
      body: { changelist: 48_213, timestamp: time(-5), user: 'asousa' },
    });
    const change = await project.changeNamed('48213');
    const { id: runId } = only(await project.builds());
    const link = { id: runId, status: 'failed', commit_hash: '', ci_job_name: 'Undertow-Win64-Shipping' };
    expect([change.build_runs, change.latest_build]).toEqual([[link], link]);
  });
});

describe('the Notification plugin, signed', () => {
  it('reports the phases of a build in a folder', async () => {
    const project = await studio.project();
    const { queued, started, completed, finalized } = notifications;
    await project.deliver(queued);
    expect(only(await project.builds())).toMatchObject({ status: 'queued', ci_job_name: 'undertow/main' });
    await project.deliver(started);
    expect(only(await project.builds())).toMatchObject({ status: 'building', started_at: time(0) });
    await project.deliver(completed, finalized);
    const run = only(await project.builds());
    expect(run).toMatchObject({
      status: 'completed',
      build_number: '77',
      branch: 'main',
      commit_hash: '5f2a6c1d9b8e7f60718293a4b5c6d7e8f9012345',
      build_url: 'https://jenkins.example.com/job/undertow/job/main/77/',
      started_at: time(0),
      finished_at: time(30),
      duration_seconds: 1800,
    });
    expect(await project.build(run.id)).toMatchObject({
      artifacts: [
        {
          name: 'out/Undertow.zip',
          size_bytes: 0,
          url: 'https://jenkins.example.com/job/undertow/job/main/77/artifact/out/Undertow.zip',
        },
      ],
      steps: [{ name: 'tests', status: 'completed', detail: '210 passed, 0 failed, 4 skipped' }],
      has_log: true,
    });
    expect(await project.log(run.id)).toEqual(['Finished: SUCCESS']);
    const event = only(await project.feed());
    expect(event).toMatchObject({
      event_type: 'build_run.completed',
      status: 'ok',
      message: 'undertow/main #77 passed',
    });
  });
});

describe('a build end that the Notification plugin reports twice', () => {
  const { completed, finalized } = notifications;

  it.each([
    ['COMPLETED, whichever comes first', [finalized, completed], 30],
    ['FINALIZED where nothing else came', [finalized], 31],
  ])('is taken from %s', async (_, webhooks, minutes) => {
    const project = await studio.project();
    await project.deliver(...webhooks);
    const run = only(await project.builds());
    expect(run).toMatchObject({ status: 'completed', finished_at: time(minutes) });
    expect(await project.log(run.id)).toEqual(['Finished: SUCCESS']);
  });
});

describe('commit_trigger', () => {
  it('records the change and a queued build', async () => {
    const project = await studio.project();
    await project.deliver(triggers.commit, triggers.changelist);
    const { commit } = triggers.commit.body;
    expect(await project.changeNamed(commit)).toMatchObject({
      display_identifier: commit.slice(0, 8),
      source_type: 'GitCommit',
      author: 'Ana Sousa',
      description: 'Fix tide jitter\n\nReported-by: qa-lead',
      timestamp: time(3),
      file_count: null,
      files: [],
      files_available: false,
      latest_build: { status: 'queued', commit_hash: commit, ci_job_name: 'Undertow-Nightly' },
    });
    expect(await project.changeNamed('48219')).toMatchObject({
      display_identifier: 'CL 48219',
      source_type: 'Changelist',
      author: 'asousa',
      file_count: null,
      files_available: true,
    });
    expect((await project.builds()).map(({ status }) => status)).toEqual(['queued', 'queued']);
    expect(await project.feed()).toEqual([]);
  });
});

describe('a commit reported by a trigger and a push', () => {
  const { commit: trigger } = triggers;
  const pushed = push({
    before: sha('base'),
    after: trigger.body.commit,
    commits: [{ ...commit('triggered', { added: ['README.md'] }), id: trigger.body.commit }],
  });

  it.each([
    ['trigger', [trigger, pushed]],
    ['push', [pushed, trigger]],
  ])('is one change with the data of the push and the build: %s first', async (_, webhooks) => {
    const project = await studio.project();
    await project.deliver(...webhooks);
    const change = await project.change(only(await project.changes()).id);
    expect(change).toMatchObject({
      identifier: trigger.body.commit,
      author: 'Mira Okafor',
      description: 'triggered',
      file_count: 1,
      latest_build: { status: 'queued', ci_job_name: 'Undertow-Nightly' },
    });
  });
});

describe('a report with an upper-case commit hash', () => {
  it('is linked to the change', async () => {
    const project = await studio.project();
    const named = commit('in-capitals', { added: ['README.md'] });
    await project.deliver(push({ before: sha('base'), after: named.id, commits: [named] }));
    await project.deliver({
      endpoint: 'ci',
      body: { job_name: 'Undertow-Win64', build_number: 9, status: 'success', commit: named.id.toUpperCase() },
    });
    expect(await project.changeNamed(named.id)).toMatchObject({
      latest_build: { status: 'completed', commit_hash: named.id, ci_job_name: 'Undertow-Win64' },
    });
  });
});
