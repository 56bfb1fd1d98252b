import { describe, expect, it } from '@jest/globals';
import { only } from './reads.js';
import * as buildkite from './stories/buildkite.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();
const someTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Buildkite, signed', () => {
  it('reports a build through an approval up to its failed tests', async () => {
    const project = await studio.project();
    const { scheduled, running, compileStarted, compiled, blocked, ...rest } = buildkite.build;
    await project.deliver(scheduled);
    expect(only(await project.builds())).toMatchObject({ status: 'queued', started_at: null });
    await project.deliver(running, compileStarted, compiled, blocked);
    const waiting = only(await project.builds());
    expect(waiting).toMatchObject({ status: 'passed_pending_approval', duration_seconds: 660 });
    expect(only(await project.feed())).toMatchObject({
      event_type: 'build_run.completed',
      actor: 'Mira Okafor',
      status: 'ok',
      timestamp: time(13),
      message: 'undertow-client #1931 passed and is waiting for approval',
    });

    await project.deliver(...Object.values(rest));
    const run = only(await project.builds());
    expect(run).toEqual({
      ...waiting,
      id: waiting.id,
      status: 'failed',
      build_type: 'unreal',
      target_type: 'development',
      ci_job_name: 'undertow-client',
      build_number: '1931',
      commit_hash: '0b7c9e1f2d3a4b5c6d7e8f901a2b3c4d5e6f7081',
      branch: 'main',
      build_url: 'https://buildkite.com/tidewright/undertow-client/builds/1931',
      started_at: time(2),
      finished_at: time(30),
      duration_seconds: 28 * 60,
      updated_at: someTime,
    });
    expect(await project.build(run.id)).toEqual({
      ...run,
      artifacts: [],
      steps: [
        {
          name: ':hammer: compile',
          status: 'completed',
          started_at: time(2),
          finished_at: time(12),
          detail: '',
        },
        {
          name: 'test 1/2',
          status: 'failed',
          started_at: time(20),
          finished_at: time(29),
          detail: 'exit status 1',
        },
      ],
      has_log: false,
      investigation: null,
    });
    expect(only(await project.feed())).toMatchObject({
      event_type: 'build_run.failed',
      status: 'err',
      timestamp: time(30),
    });
  });

  it('shows only the last attempt of a job, in either order', async () => {
    for (const order of [buildkite.retried, buildkite.retried.toReversed()]) {
      const project = await studio.project();
      for (const webhook of order) await project.deliver(webhook);
      const { steps } = await project.build(only(await project.builds()).id);
      expect(steps).toMatchObject([{ name: ':hammer: compile', status: 'completed', detail: '' }]);
    }
  });

  it('distinguishes jobs with the same name by their keys', async () => {
    const project = await studio.project();
    await project.deliver(...buildkite.sameNamed);
    const { steps } = await project.build(only(await project.builds()).id);
    expect(steps.map(({ name, status }) => [name, status])).toEqual([
      ['Build (build-mac)', 'completed'],
      ['Build (build-win)', 'failed'],
    ]);
  });

  it('records a build without its author and creator if these are plain text', async () => {
    const project = await studio.project();
    await project.deliver(buildkite.textAuthor);
    expect(only(await project.builds())).toMatchObject({ build_number: '1931', status: 'failed' });
    expect(only(await project.feed())).toMatchObject({ event_type: 'build_run.failed', actor: 'buildkite' });
  });
});
