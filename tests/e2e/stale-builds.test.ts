import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { eventually } from '@slipway/testing';
import { commandLine } from './cli/command-line.js';
import { plainBrowser } from './console/plain-browser.js';
import { newSessionCookie } from './console/session-cookie.js';
import { startMcp, textOf } from './mcp-service.js';
import { postWebhook } from './service.js';

const { service, connect } = await startMcp();
const { make, database, apiUrl, ingestUrl } = service;
const app = composeConsole(service.process, () => false);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

interface Case {
  readonly status: string;
  readonly silentMs: number;
  /** How long the job's passing builds take; null if none has passed. */
  readonly usualMs: number | null;
  readonly shown: string;
}

const building = (silentMinutes: number, usualMs: number, shown: Case['shown']): Case => ({
  status: 'building',
  silentMs: silentMinutes * MINUTE_MS,
  usualMs,
  shown,
});

const cases: Readonly<Record<string, Case>> = {
  'queued for 1 h 59 min': { status: 'queued', silentMs: 119 * MINUTE_MS, usualMs: null, shown: 'queued' },
  'queued for 2 h 1 min': { status: 'queued', silentMs: 121 * MINUTE_MS, usualMs: null, shown: 'stale' },
  'building for 1 h 59 min': { status: 'building', silentMs: 119 * MINUTE_MS, usualMs: null, shown: 'building' },
  'silent for 1 h 59 min in a job of 10 min': building(119, 10 * MINUTE_MS, 'building'),
  'silent for 2 h 1 min in a job of 10 min': building(121, 10 * MINUTE_MS, 'stale'),
  'silent for 2 h 59 min in a job of 1 h': building(179, HOUR_MS, 'building'),
  'silent for 3 h 1 min in a job of 1 h': building(181, HOUR_MS, 'stale'),
};

/** A studio with an unfinished build of its owner's change, which a task and a deployment link to. */
async function newStudio({ status, silentMs, usualMs }: Omit<Case, 'shown'>) {
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const ci = await make.integration(project, 'jenkins');
  const change = await make.change(project, { authorUserId: userId });
  const of = { integrationId: ci.id, jobName: 'Harbor-Win64', jobKey: 'Harbor-Win64' };
  const day = 24 * HOUR_MS;
  if (usualMs !== null)
    await make.buildRun(project, {
      ...of,
      createdAt: ago(day),
      startedAt: ago(day),
      finishedAt: ago(day - usualMs),
    });
  const { id: buildId } = await make.buildRun(project, {
    ...of,
    status,
    changelist: change.identifier,
    buildNumber: '77',
    createdAt: ago(silentMs),
    updatedAt: ago(silentMs),
    startedAt: status === 'queued' ? null : ago(silentMs),
  });
  const task = await make.task(project);
  await make.taskLink(project, task.id, change.id);
  const deployment = await make.deployment(project, { buildRunId: buildId });
  const { token } = await make.apiToken(userId);
  return {
    accountId,
    project,
    ci,
    change,
    buildId,
    task,
    deployment,
    token,
    /** Keeps the time since the last report as it was made, however long the test takes. */
    keepSilent: () =>
      database.prisma.buildRun.update({ where: { id: buildId }, data: { updatedAt: ago(silentMs) } }),
    browser: plainBrowser(app, await newSessionCookie(database, userId)),
    command: await commandLine({
      SLIPWAY_HOST: apiUrl,
      SLIPWAY_TOKEN: token,
      SLIPWAY_PROJECT: String(project.id),
    }),
    assistant: await connect(token),
  };
}

type Studio = Awaited<ReturnType<typeof newStudio>>;

interface ShownBuild {
  readonly id: string | number;
  readonly status: string;
  readonly is_stale?: boolean;
}

interface WithBuilds {
  readonly builds: readonly ShownBuild[];
}

/** What the endpoints, commands and tools return, as far as it shows builds. */
interface Answer extends ShownBuild, WithBuilds {
  readonly jobs: readonly WithBuilds[];
  readonly projects: readonly WithBuilds[];
  readonly changes: readonly WithBuilds[];
  readonly build: ShownBuild;
  readonly latest_build: ShownBuild;
  readonly build_run: ShownBuild;
  readonly links: { readonly build_runs: readonly ShownBuild[] };
}

type Pick = (answer: Answer, buildId: number) => ShownBuild | undefined;

const inFirst = (rows: readonly WithBuilds[], buildId: number) => find(rows[0]?.builds ?? [], buildId);
const stateOf = (build: ShownBuild | undefined) => (build?.is_stale ? 'stale' : build?.status);
const find = (builds: readonly ShownBuild[], buildId: number) =>
  builds.find(({ id }) => String(id) === String(buildId));

/** The state that a page of the console shows, from what its endpoint returns. */
const page = (path: (studio: Studio) => string, pick: Pick) => async (studio: Studio) => {
  const { body } = await studio.browser.call('GET', path(studio));
  return stateOf(pick(body, studio.buildId));
};

const inProject = (path: (studio: Studio) => string) => (studio: Studio) =>
  `/projects/${studio.project.id}${path(studio)}`;

const STATES = /\b(?:stale|queued|building)\b/;

/** The state that a command prints, and whether its JSON agrees. */
const command = (args: (studio: Studio) => readonly string[], pick: Pick) => async (studio: Studio) => {
  const { slipway } = studio.command;
  const { out } = await slipway(args(studio));
  const json = JSON.parse((await slipway([...args(studio), '--jq', '.'])).out) as Answer | ShownBuild[];
  const answer = (Array.isArray(json) ? { builds: json } : json) as Answer;
  const [printed] = STATES.exec(out) ?? [];
  return printed === stateOf(pick(answer, studio.buildId)) ? printed : `${printed}, but JSON differs`;
};

/** The state that a tool returns, and whether its text agrees. */
const tool = (name: string, args: (studio: Studio) => object, pick: Pick) => async (studio: Studio) => {
  const result = await studio.assistant.callTool({
    name,
    arguments: { project: String(studio.project.id), ...args(studio) },
  });
  const state = stateOf(pick(result.structuredContent as unknown as Answer, studio.buildId));
  return /is_stale"?: ?true/.test(textOf(result as never)) === (state === 'stale')
    ? state
    : `${state}, text differs`;
};

const edges: Readonly<Record<string, (studio: Studio) => Promise<string | undefined>>> = {
  'build page': page(
    inProject(({ buildId }) => `/builds/${buildId}`),
    (body) => body,
  ),
  'build list': page(
    inProject(() => '/builds'),
    ({ builds }, id) => find(builds, id),
  ),
  'job strip': page(
    inProject(() => '/jobs'),
    ({ jobs }, id) => inFirst(jobs, id),
  ),
  home: page(
    ({ accountId }) => `/accounts/${accountId}/home`,
    ({ projects }, id) => inFirst(projects, id),
  ),
  'my work': page(
    ({ accountId }) => `/accounts/${accountId}/my_work`,
    ({ builds }, id) => find(builds, id),
  ),
  'change page': page(
    inProject(({ change }) => `/changes/${change.id}`),
    ({ builds }, id) => find(builds, id),
  ),
  'change list': page(
    inProject(() => '/changes'),
    ({ changes }, id) => inFirst(changes, id),
  ),
  'task page': page(
    inProject(({ task }) => `/tasks/${task.id}`),
    ({ builds }, id) => find(builds, id),
  ),
  'deployment page': page(
    inProject(({ deployment }) => `/deployments/${deployment.id}`),
    ({ build }) => build,
  ),
  'slipway build list': command(
    () => ['build', 'list', '--number', '77'],
    ({ builds }, id) => find(builds, id),
  ),
  'slipway build view': command(
    ({ buildId }) => ['build', 'view', String(buildId)],
    (build) => build,
  ),
  'slipway status': command(
    () => ['status'],
    ({ builds }, id) => find(builds, id),
  ),
  'slipway change view': command(
    ({ change }) => ['change', 'view', String(change.id)],
    (change) => change.latest_build,
  ),
  'slipway task view': command(
    ({ task }) => ['task', 'view', String(task.id)],
    ({ links }, id) => find(links.build_runs, id),
  ),
  'slipway deployment view': command(
    ({ deployment }) => ['deployment', 'view', deployment.id],
    (found) => found.build_run,
  ),
  list_builds: tool(
    'list_builds',
    () => ({ number: '77' }),
    ({ builds }, id) => find(builds, id),
  ),
  get_build: tool(
    'get_build',
    ({ buildId }) => ({ build_id: String(buildId) }),
    (build) => build,
  ),
  wait_for_build: tool(
    'wait_for_build',
    ({ buildId }) => ({ build_id: String(buildId), timeout_seconds: 1 }),
    (build) => build,
  ),
  get_build_failure: tool(
    'get_build_failure',
    ({ buildId }) => ({ build_id: String(buildId) }),
    ({ build }) => build,
  ),
  get_change: tool(
    'get_change',
    ({ change }) => ({ change_id: change.id }),
    (change) => change.latest_build,
  ),
  get_task: tool(
    'get_task',
    ({ task }) => ({ task_id: task.id }),
    ({ links }, id) => find(links.build_runs, id),
  ),
  get_deployment: tool(
    'get_deployment',
    ({ deployment }) => ({ deployment_id: deployment.id }),
    (found) => found.build_run,
  ),
};

const everywhere = (shown: string) => Object.fromEntries(Object.keys(edges).map((edge) => [edge, shown]));

async function readEdges(studio: Studio, before?: () => Promise<unknown>) {
  const shown: [string, string | undefined][] = [];
  for (const [edge, read] of Object.entries(edges)) {
    await before?.();
    shown.push([edge, await read(studio)]);
  }
  return Object.fromEntries(shown);
}

async function restStatus({ project, buildId, token }: Studio): Promise<string> {
  const response = await fetch(`${apiUrl}/api/v1/projects/${project.id}/build_runs/${buildId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { status: string }).status;
}

describe.each(Object.entries(cases))('a build that was %s', (_, { shown, ...made }) => {
  it(`is ${shown} on every page, in every command and for assistants, and REST keeps its status`, async () => {
    const studio = await newStudio(made);
    expect(await readEdges(studio, studio.keepSilent)).toEqual(everywhere(shown));
    expect(await restStatus(studio)).toBe(made.status);
  });
});

describe('the state of a job without a result', () => {
  it.each([
    [119, 'last build running', 'running'],
    [121, 'last build is stale', 'stale'],
  ])('after %d minutes of silence is "%s" in the sidebar and "%s" on the badge', async (minutes, label, word) => {
    const studio = await newStudio({ status: 'building', silentMs: minutes * MINUTE_MS, usualMs: null });
    await studio.keepSilent();
    const { body: session } = await studio.browser.call('GET', '/session');
    expect(session.projects).toMatchObject([{ health_label: `Harbor-Win64: ${label}` }]);
    const { body: settings } = await studio.browser.call('GET', `/projects/${studio.project.id}/settings`);
    await studio.keepSilent();
    const badge = await studio.browser.open(new URL(settings.badge_url).pathname);
    expect(badge.body.toString()).toContain(`Harbor-Win64: ${word}`);
  });
});

describe('a stale build', () => {
  const stale = { status: 'building', silentMs: 3 * HOUR_MS, usualMs: null };

  it('counts as running again after a report, and ends with one', async () => {
    const studio = await newStudio(stale);
    const report = (status: string) =>
      postWebhook(`${ingestUrl}/webhooks/ci?token=${studio.ci.token}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ job_name: 'Harbor-Win64', build_number: '77', status }),
      });
    const shows = (shown: string) =>
      eventually(`the build page shows ${shown}`, async () =>
        (await edges['build page']?.(studio)) === shown ? true : undefined,
      );
    await shows('stale');
    await report('running');
    await shows('building');
    expect(await readEdges(studio)).toEqual(everywhere('building'));
    await report('SUCCESS');
    await shows('completed');
  });

  it('is not waited for', async () => {
    const { command: line, assistant, project, buildId } = await newStudio(stale);
    const watched = await line.slipway(['build', 'watch', String(buildId), '--exit-status']);
    expect([watched.code, watched.err]).toEqual([1, expect.stringContaining('The build is stale')]);
    const waited = await assistant.callTool({
      name: 'wait_for_build',
      arguments: { project: String(project.id), build_id: String(buildId), timeout_seconds: 300 },
    });
    expect(textOf(waited as never)).toContain(`Build ${buildId} is stale`);
  });
});
