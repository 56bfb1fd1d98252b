import { describe, expect, it } from '@jest/globals';
import { only } from './reads.js';
import { completed, failed } from './stories/game-engine.js';
import { openStudio } from './studio.js';
import { time } from './webhook.js';

const studio = await openStudio();

describe('a game engine build', () => {
  it('shows its phases as steps, which end with the build', async () => {
    const project = await studio.project();
    const { completed: end, ...progress } = completed;
    await project.deliver(...Object.values(progress));
    const building = only(await project.builds());
    expect(building).toMatchObject({ status: 'building', started_at: time(0), finished_at: null });
    const steps = [
      { name: 'cook', status: 'running', started_at: time(0), finished_at: null, detail: 'PS5' },
      { name: 'shaders', status: 'completed', started_at: time(3), finished_at: time(9), detail: 'PS5' },
      { name: 'package', status: 'running', started_at: time(20), finished_at: null, detail: 'PS5' },
    ];
    expect((await project.build(building.id)).steps).toEqual(steps);

    await project.deliver(end);
    const run = await project.build(building.id);
    const [cook, shaders, pack] = steps;
    expect(run).toEqual({
      ...building,
      status: 'completed',
      build_type: 'unreal',
      target_type: 'shipping',
      ci_job_name: 'Undertow-PS5',
      build_number: '4102',
      commit_hash: '',
      changelist: '48213',
      branch: '',
      build_url: '',
      finished_at: time(30),
      duration_seconds: 1800,
      updated_at: run.updated_at,
      artifacts: [],
      steps: [
        { ...cook, status: 'completed', finished_at: time(20) },
        shaders,
        { ...pack, status: 'completed', finished_at: time(30) },
      ],
      has_log: false,
      investigation: null,
    });
  });

  it('fails in its current phase and keeps its log', async () => {
    const project = await studio.project();
    await project.deliver(...Object.values(failed));
    const run = await project.build(only(await project.builds()).id);
    expect(run).toMatchObject({ status: 'failed', has_log: true });
    expect(run.steps.map(({ name, status, finished_at }) => [name, status, finished_at])).toEqual([
      ['cook', 'completed', time(50)],
      ['package', 'failed', time(55)],
    ]);
    expect(await project.log(run.id)).toEqual([
      'ERROR: Cook failed.',
      'AutomationTool exiting with ExitCode=25 (Error_UnknownCookFailure)',
    ]);
    expect(only(await project.feed())).toMatchObject({
      event_type: 'build_run.failed',
      actor: 'game_engine',
      status: 'err',
      timestamp: time(55),
      target_ref: 'Undertow-PS5 #4103',
    });
  });

  it('creates assets and versions them by their content hash', async () => {
    const project = await studio.project();
    await project.deliver(...Object.values(completed));
    const assets = (await project.assets()).map(({ name, path, asset_type, approval_status, version }) => {
      return { name, path, asset_type, approval_status, version };
    });
    expect(assets.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { name: 'SM_Hero', path: '/Game/Hero/SM_Hero', asset_type: 'model', approval_status: 'none', version: 2 },
      {
        name: 'L_Harbor.umap',
        path: '/Game/Maps/L_Harbor.umap',
        asset_type: 'level',
        approval_status: 'none',
        version: 1,
      },
    ]);
    const events = await project.feed();
    expect(
      events.map(({ event_type, message, status, actor, timestamp }) => [
        event_type,
        message,
        status,
        actor,
        timestamp,
      ]),
    ).toEqual([
      ['build_run.completed', 'Undertow-PS5 #4102 passed', 'ok', 'game_engine', time(30)],
      ['change.submitted', 'SM_Hero updated to version 2', 'info', 'game_engine', time(12)],
      ['change.submitted', expect.stringMatching(/created$/), 'info', 'game_engine', time(10)],
      ['change.submitted', expect.stringMatching(/created$/), 'info', 'game_engine', time(10)],
    ]);
  });
});
