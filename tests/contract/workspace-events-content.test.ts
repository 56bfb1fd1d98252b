import { describe, expect, it } from '@jest/globals';
import {
  DEPLOYMENT_STATUSES,
  EVENT_TYPES,
  type EventType,
  PLATFORMS,
  TASK_STATES,
  type WorkspaceEvent,
} from '@slipway/contracts';
import { startApi } from './api.js';
import { eventMakers, makeEveryEvent, makeWorkspace } from './feed-rows.js';

const path = '/v1/workspace/events';
const api = await startApi();
const makers = eventMakers(api);
const { make } = api;
const at = new Date(Date.now() - 60_000);

/** Creates one event in a new workspace and reads it. */
async function eventOf(type: EventType, fields: Readonly<Record<string, unknown>> = {}): Promise<WorkspaceEvent> {
  const { project, token } = await makeWorkspace(api);
  await makers[type](project, at, fields);
  const { body } = await api.get(path, token);
  expect(body.events).toHaveLength(1);
  return body.events[0];
}

describe('a workspace event', () => {
  it('has the fields of the contract and no others', async () => {
    await makeEveryEvent(makers, api.project, at);
    const { body } = await api.get(path);
    expect(body.events).toHaveLength(EVENT_TYPES.length);
    for (const event of body.events as WorkspaceEvent[]) {
      expect(event).toEqual({
        event_type: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
        project_id: api.project.id,
        project_name: expect.stringMatching(/^Project /),
        actor: expect.stringMatching(/./),
        timestamp: at.toISOString(),
        target_ref: expect.stringMatching(/./),
        status: expect.stringMatching(/^(ok|err|info|warn|neutral)$/),
        message: expect.stringMatching(/./),
        url: expect.stringMatching(new RegExp(`^/projects/${api.project.id}/[a-z]+/[0-9a-f-]+$`)),
        cursor_key: expect.stringMatching(/^[^|]+\|(build_run|change|task|approval|deployment)\|[0-9a-f-]+$/),
      });
      expect(event.cursor_key.startsWith(`${event.timestamp}|${String(event.event_type).split('.')[0]}|`)).toBe(
        true,
      );
    }
  });

  it.each([
    ['completed', 'build_run.completed', 'ok'],
    ['passed_pending_approval', 'build_run.completed', 'ok'],
    ['failed', 'build_run.failed', 'err'],
  ] as const)(
    'of a build in %s has the type %s, the status %s, and names job and number',
    async (status, type, pill) => {
      const event = await eventOf('build_run.completed', {
        status,
        jobName: `Harbor ${status}`,
        buildNumber: '4711',
      });
      expect(event).toMatchObject({ event_type: type, status: pill });
      expect(event.message.startsWith(`Harbor ${status} #4711 `)).toBe(true);
      expect(event.target_ref).toBe(`Harbor ${status} #4711`);
      expect(event.url).toBe(`/projects/${event.project_id}/builds/${event.cursor_key.split('|')[2]}`);
    },
  );

  it('does not exist for builds in other statuses', async () => {
    const { project, token } = await makeWorkspace(api);
    for (const status of ['queued', 'preparing', 'building', 'cancelled']) {
      await make.buildRun(project, { status, finishedAt: at });
    }
    expect((await api.get(path, token)).body.events).toEqual([]);
  });

  it.each(TASK_STATES)('of a task in %s names the task and its state', async (state) => {
    const pills = { to_do: 'neutral', in_progress: 'neutral', blocked: 'warn', completed: 'ok' };
    const event = await eventOf('task.state_changed', { state, title: 'Fix the jump' });
    expect(event).toMatchObject({ event_type: 'task.state_changed', status: pills[state] });
    expect(event.message).toMatch(/^Fix the jump moved to /);
    expect(event.url).toBe(`/projects/${event.project_id}/tasks/${event.cursor_key.split('|')[2]}`);
  });

  it.each([
    ['approval.requested', 'warn'],
    ['approval.granted', 'ok'],
    ['approval.denied', 'err'],
    ['approval.ignored', 'neutral'],
  ] as const)('of type %s has the status %s', async (type, pill) => {
    const event = await eventOf(type, { approvalStage: 'content_review' });
    expect(event).toMatchObject({ event_type: type, status: pill, timestamp: at.toISOString() });
    expect(event.message).toContain(`${event.target_ref} in content review`);
    expect(event.url).toMatch(/\/assets\//);
  });

  it.each(DEPLOYMENT_STATUSES)('of a deployment in %s names platform and version', async (status) => {
    const pills: Readonly<Record<string, string>> = {
      live: 'ok',
      approved: 'ok',
      rejected: 'err',
      rolled_back: 'err',
    };
    const platform = PLATFORMS[DEPLOYMENT_STATUSES.indexOf(status)];
    const event = await eventOf('deployment.created', { status, platform, version: '1.4.2' });
    expect(event).toMatchObject({ event_type: 'deployment.created', status: pills[status] ?? 'info' });
    expect(event.target_ref).toBe(`${platform} 1.4.2`);
    expect(event.url).toBe(`/projects/${event.project_id}/deployments/${event.cursor_key.split('|')[2]}`);
  });

  it('of a change links to the change, and names the asset and the change', async () => {
    const { project, token } = await makeWorkspace(api);
    const change = await make.change(project, { displayIdentifier: 'CL 1201' });
    const asset = await make.asset(project, { name: 'T_Rock.png' });
    await make.assetEvent(project, asset.id, { occurredAt: at, changeId: change.id, version: 3 });
    await make.assetEvent(project, asset.id, { occurredAt: new Date(at.getTime() - 1), kind: 'created' });
    const [updated, created] = (await api.get(path, token)).body.events;
    expect(updated).toMatchObject({
      event_type: 'change.submitted',
      status: 'info',
      target_ref: 'CL 1201',
      message: 'T_Rock.png updated to version 3 in CL 1201',
      url: `/projects/${project.id}/changes/${change.id}`,
    });
    expect(created).toMatchObject({
      target_ref: 'T_Rock.png',
      message: 'T_Rock.png created',
      url: `/projects/${project.id}/assets/${asset.id}`,
    });
  });
});

describe('the actor of a workspace event', () => {
  it('is the user behind a build, change, approval or deployment, if known', async () => {
    const actors = await Promise.all([
      eventOf('build_run.failed', { actorUserId: api.userId, actorUid: 'jane@studio.test' }),
      eventOf('change.submitted', { actorUserId: api.userId, actor: 'Jane <jane@studio.test>' }),
      eventOf('approval.granted', { approverUserId: api.userId }),
      eventOf('deployment.created', { actorUserId: api.userId }),
      eventOf('task.state_changed', { userId: api.userId }),
    ]);
    expect(actors.map(({ actor }) => actor)).toEqual(actors.map(() => `user:${api.userId}`));
  });

  it('is otherwise the author without email address, or the tool', async () => {
    const labels = await Promise.all([
      eventOf('build_run.failed', { actorUid: 'jane.doe@studio.test' }),
      eventOf('change.submitted', { actor: 'Jane Doe <jane@studio.test>' }),
      eventOf('deployment.created', { actorUid: 'deploy-bot' }),
      eventOf('change.submitted', { actor: '', provider: 'github' }),
    ]);
    expect(labels.map(({ actor }) => actor)).toEqual(['jane.doe', 'Jane Doe', 'deploy-bot', 'github']);
  });

  it('is the integration’s tool for a build without an author', async () => {
    const { project, token } = await makeWorkspace(api);
    const { id: integrationId } = await make.integration(project, 'buildkite');
    await make.buildRun(project, { finishedAt: at, integrationId });
    await make.deployment(project, { createdAt: at, integrationId });
    const actors = (await api.get(path, token)).body.events.map((event: WorkspaceEvent) => event.actor);
    expect(actors).toEqual(['buildkite', 'buildkite']);
  });

  it('is the agent or member of a task, or the owner of the token that created it', async () => {
    const { id: viaApiTokenId } = await make.apiToken(api.userId);
    expect((await eventOf('task.state_changed', { assigneeHandle: 'codex-1', viaApiTokenId })).actor).toBe(
      'handle:codex-1',
    );
    expect((await eventOf('task.state_changed', { viaApiTokenId })).actor).toBe(`user:${api.userId}`);
    expect((await eventOf('task.state_changed')).actor).toBe('slipway');
  });

  it('is the author of the change when an approval is requested', async () => {
    const { project, token } = await makeWorkspace(api);
    const { id: integrationId } = await make.integration(project, 'perforce');
    const asset = await make.asset(project);
    const times = [0, 1, 2].map((ms) => new Date(at.getTime() - ms));
    const authors = [
      { author: 'Jane <j@x.test>', authorUserId: api.userId },
      { author: 'Jane <j@x.test>' },
      { author: '' },
    ];
    for (const [index, author] of authors.entries()) {
      const { identifier } = await make.change(project, { integrationId, ...author });
      await make.approval(project, asset.id, { createdAt: times[index], commitSha: identifier });
    }
    const actors = (await api.get(path, token)).body.events.map((event: WorkspaceEvent) => event.actor);
    expect(actors).toEqual([`user:${api.userId}`, 'Jane', 'perforce']);
  });
});

describe('the text of a workspace event', () => {
  it('contains no email address, whatever tools and people wrote', async () => {
    const { project, token } = await makeWorkspace(api);
    const address = 'jane.doe@studio.example';
    const odd = `${address}, "j d"@x.io <bob\uFF20studio.example> a@b@c root@localhost`;
    const asset = await make.asset(project, { name: `T_${address}.png` });
    const change = await make.change(project, { displayIdentifier: address, author: odd });
    await make.assetEvent(project, asset.id, { occurredAt: at, changeId: change.id, actor: odd });
    await make.approval(project, asset.id, { createdAt: at, commitSha: change.identifier, approvalStage: odd });
    for (const status of ['approved', 'denied', 'ignored']) {
      await make.approval(project, asset.id, { status, decidedAt: at, comments: odd, approvalStage: address });
    }
    await make.buildRun(project, { finishedAt: at, jobName: odd, buildNumber: address, actorUid: odd });
    await make.buildRun(project, { finishedAt: at, status: 'failed', jobName: address, actorUid: address });
    await make.task(project, { updatedAt: at, title: `Ask ${odd}`, description: odd });
    await make.deployment(project, { createdAt: at, branch: odd, version: address, actorUid: odd, notes: odd });
    const { body, text } = await api.get(path, token);
    expect(new Set(body.events.map((event: WorkspaceEvent) => event.event_type))).toEqual(new Set(EVENT_TYPES));
    expect(text).not.toMatch(/\S[@\uFF20]\S/);
    expect(text).not.toContain('studio.example');
    for (const { actor } of body.events) expect(actor).not.toMatch(/[@\uFF20]/);
  });
});
