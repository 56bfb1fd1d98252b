import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { CHANNEL_KINDS, type ChannelKind } from '@slipway/contracts';
import { addChannel } from '@slipway/db';
import { type ChannelConfig, newWebhookSecret, sealChannelConfig, targetOf } from '@slipway/destinations';
import { channelForms } from '@slipway/destinations/forms';
import { appSecretsOf, newId } from '@slipway/domain';
import {
  eventually,
  factories,
  openTestDatabase,
  type ReceivedRequest,
  testGithub,
  testProcess,
  testReceiver,
} from '@slipway/testing';
import { connectedProject, JOBS } from './github-projects.js';
import { workerProcesses } from './worker-process.js';

/** A worker sends to this many channels, and to this many connections to GitHub, each one request at a time. */
const IN_FLIGHT = 8;

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const appSecrets = appSecretsOf(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const receiver = await testReceiver();
const github = await testGithub();

const start = () => workers.start({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });

/** What every kind of channel accepts as a success. */
const ACCEPTED = { status: 200, body: '{"ok":true,"id":"998","ts":"998","channel":"C1"}' };

/** A project with a failed build, and a channel of a kind that leads to the receiver. */
async function projectWithChannel(kind: ChannelKind) {
  const { accountId, userId } = await make.studio();
  const { id: projectId, ...project } = await make.project(accountId);
  const id = newId();
  const address = `${receiver.url}/${kind}`;
  const { id: groupId } = await prisma.accountGroup.create({
    data: { accountId, name: 'Build', slug: 'build', members: { create: { userId, accountId, position: 0 } } },
  });
  const values = {
    url: address,
    token: 'xoxb-1',
    channel: '#builds',
    user_ids: [userId],
    group_id: groupId,
    reach: 'everyone',
  };
  const { fields, isSigned } = channelForms[kind];
  const config = {
    kind,
    apiUrl: address,
    userIds: values.user_ids,
    groupId,
    ...Object.fromEntries(fields.map(({ name }) => [name, values[name]])),
    ...(isSigned && { secrets: [{ secret: newWebhookSecret(), until: null }] }),
  } as unknown as ChannelConfig;
  await addChannel(database, {
    id,
    accountId,
    userId,
    projectId,
    kind,
    name: 'Builds',
    target: targetOf(config),
    config: sealChannelConfig(appSecrets, id, config),
  });
  const build = await make.buildRun({ ...project, id: projectId }, { status: 'failed', finishedAt: new Date() });
  return { id, accountId, projectId, buildRunId: build.id };
}

const NOTIFICATIONS = 1_000;
const CHANNELS = 50;
const PER_CHANNEL = NOTIFICATIONS / CHANNELS;
const KILLS = 20;

/** Channels of every kind, most of them outgoing webhooks, which have no limit that would make the test wait. */
const kinds = Array.from({ length: CHANNELS }, (_, place) => CHANNEL_KINDS[place] ?? 'webhook');

it('kill -9 of the worker while 1,000 notifications are due loses none on any kind of channel', async () => {
  receiver.received.length = 0;
  receiver.reply(ACCEPTED);
  for (const kind of kinds) {
    const { accountId, projectId, buildRunId } = await projectWithChannel(kind);
    await prisma.notification.createMany({
      data: Array.from({ length: PER_CHANNEL }, (_, index) => ({
        id: newId(),
        accountId,
        projectId,
        event: 'main_job.broke',
        buildRunId,
        eventKey: `broke:${index}`,
        threadKey: `outage:${index}`,
        releaseAt: new Date(),
        // Makes the messages differ.
        detail: { failures: index + 2 },
      })),
    });
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await start();
    const enough = (NOTIFICATIONS / (KILLS + 5)) * kill;
    await eventually(
      'some are sent',
      async () => (receiver.received.length >= enough || (await isDone()) ? true : undefined),
      120_000,
    );
    await worker.kill();
  }
  // The leases of killed workers would end after minutes.
  await prisma.mailOutbox.updateMany({ where: unsentMail, data: { nextAttemptAt: new Date(0) } });
  const last = await start();
  await eventually('all are sent', async () => ((await isDone()) ? true : undefined), 120_000);
  const isMailSent = async () => (await prisma.mailOutbox.count({ where: unsentMail })) === 0;
  await eventually('all emails are sent', async () => ((await isMailSent()) ? true : undefined), 120_000);
  expect(await last.end()).toBe(0);

  let repeats = 0;
  for (const kind of CHANNEL_KINDS) {
    const expected = messagesOf(kind);
    if (kind === 'group') {
      expect(await prisma.inboxItem.count()).toBe(expected);
      continue;
    }
    if (kind === 'email') {
      // A repeat has the name of the first attempt.
      const files = (await readdir(join(settings.DATA_DIR, 'mail'))).filter((name) => name.endsWith('.eml'));
      const mailed = expected + messagesOf('group');
      expect(files.filter((name) => name.startsWith('notification-'))).toHaveLength(mailed);
      continue;
    }
    const arrived = arrivedAt(kind);
    expect([kind, arrived.bodies.size]).toEqual([kind, expected]);
    // A repeat has the id of the first attempt, so no two ids have the same body, and no id has two.
    expect([...arrived.bodies.values()].every(({ size }) => size === 1)).toBe(true);
    expect(new Set([...arrived.bodies.values()].flatMap((bodies) => [...bodies])).size).toBe(expected);
    repeats += arrived.repeats;
  }
  process.stdout.write(`${KILLS} kills, ${NOTIFICATIONS} notifications: ${repeats} messages repeated\n`);
  expect(repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
}, 900_000);

const messagesOf = (kind: ChannelKind) => kinds.filter((each) => each === kind).length * PER_CHANNEL;

/** What arrived for a kind of channel: the bodies under each id, and how many requests repeated one. */
function arrivedAt(kind: ChannelKind) {
  const requests = receiver.received.filter(
    ({ path }) => new URL(path, receiver.url).pathname.split('/')[1] === kind,
  );
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of requests) {
    const id = String(headers['webhook-id'] ?? body);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  return { bodies, repeats: requests.length - bodies.size };
}

async function isDone(): Promise<boolean> {
  const unreleased = await prisma.notification.count({ where: { releasedAt: null } });
  return unreleased + (await prisma.notificationDelivery.count({ where: { status: 'pending' } })) === 0;
}

const unsentMail = { status: { not: 'sent' as const } };

const contentOf = (type: string, title: string, text: string) => ({
  type,
  data: {},
  message: {
    tone: 'bad',
    title,
    text,
    quote: null,
    facts: [],
    source: 'Harbor',
    link: { label: 'Open the build', url: 'https://slipway.test' },
  },
});

/** A channel that was told that a job broke, and has yet to be told why. */
async function awaitedCause(kind: ChannelKind): Promise<string> {
  const { id: channelId, accountId, projectId, buildRunId } = await projectWithChannel(kind);
  const now = new Date();
  const known = { accountId, projectId, buildRunId, threadKey: 'outage', releaseAt: now, releasedAt: now };
  const expiresAt = new Date(now.getTime() + 60 * 60_000);
  const sent = { status: 'sent', remoteId: '998', remotePlace: 'C1' } as const;
  for (const [event, content, delivery] of [
    ['main_job.broke', contentOf('main_job.broke', 'Harbor is broken', ''), sent],
    ['main_job.cause_found', contentOf('main_job.cause_found', 'Found why', 'Glow is missing'), {}],
  ] as const) {
    const id = newId();
    await prisma.notification.create({ data: { id, event, eventKey: event, content, ...known } });
    await prisma.notificationDelivery.create({
      data: { id: newId(), notificationId: id, channelId, projectId, expiresAt, ...delivery },
    });
  }
  return channelId;
}

it.each([
  ['discord', 'PATCH', '/discord/messages/998'],
  ['slack_bot', 'POST', '/slack_bot/chat.update'],
] as const)(
  'kill -9 between the edit of a message in %s and its record leaves one message with the cause',
  async (kind, method, path) => {
    receiver.received.length = 0;
    const channelId = await awaitedCause(kind);
    receiver.reply('hang');
    const worker = await start();
    await eventually('the edit arrives', async () => receiver.received[0], 60_000);
    await worker.kill();
    receiver.reply(ACCEPTED);
    const next = await start();
    await eventually(
      'the edit is recorded',
      async () =>
        (await prisma.notificationDelivery.count({ where: { channelId, status: 'pending' } })) === 0 || undefined,
      60_000,
    );
    expect(await next.end()).toBe(0);
    const [first, second, ...others] = receiver.received;
    expect([first, second]).toMatchObject([
      { method, path },
      { method, path },
    ]);
    expect(first?.body).toMatch(/Harbor is broken.*Glow is missing/);
    expect(second?.body).toBe(first?.body);
    expect(others).toEqual([]);
  },
  200_000,
);

const CONNECTIONS = 20;
const GITHUB_KILLS = 10;
/** The first kills come after GitHub has set a status, the next after it has created a comment, the rest after either. */
const STATUS_KILLS = 3;
const CREATION_KILLS = 3;

const isStatus = ({ path }: ReceivedRequest) => path.includes('/statuses/');
const isCreation = ({ method, path }: ReceivedRequest) => method === 'POST' && path.endsWith('/comments');
const isWrite = ({ method }: ReceivedRequest) => method !== 'GET';

function lostAt(kill: number): typeof isWrite {
  if (kill <= STATUS_KILLS) return isStatus;
  return kill <= STATUS_KILLS + CREATION_KILLS ? isCreation : isWrite;
}

/**
 * Starts a worker and kills it when GitHub has done what it asked for, but not answered. Returns how often that was so.
 */
async function killUnanswered(isLost: (request: ReceivedRequest) => boolean): Promise<number> {
  let lost = 0;
  github.loseAnswers((request) => {
    if (isLost(request)) lost += 1;
    return isLost(request);
  });
  const worker = await start();
  await eventually(
    'an answer is lost',
    async () => (lost > 0 || (await pending()) === 0 ? true : undefined),
    120_000,
  );
  await worker.kill();
  github.loseAnswers(null);
  return lost;
}

const pending = () => prisma.githubUpdate.count({ where: { pendingSince: { not: null } } });

it('kill -9 of the worker between a request to GitHub and its answer loses and doubles nothing', async () => {
  const projects: Awaited<ReturnType<typeof connectedProject>>[] = [];
  for (let place = 0; place < CONNECTIONS; place += 1)
    projects.push(await connectedProject({ database, make, github, appSecrets }, place));
  let lost = 0;
  for (let kill = 1; kill <= GITHUB_KILLS; kill += 1) {
    lost += await killUnanswered(lostAt(kill));
    // Builds go on meanwhile, so comments whose creation was never answered are outdated.
    for (const { shas, fix } of projects.filter((_, place) => place % GITHUB_KILLS === kill - 1))
      for (const sha of shas.slice(1)) await fix(sha);
  }
  const last = await start();
  await eventually('everything is sent', async () => ((await pending()) === 0 ? true : undefined), 120_000);
  expect(await last.end()).toBe(0);

  const states = new Map(github.statuses.map(({ sha, context, state }) => [`${sha} ${context}`, state]));
  const expected = projects.flatMap(({ shas }) =>
    shas.flatMap((sha, index) => [
      [`${sha} slipway/${JOBS[0]}`, index === 0 ? 'failure' : 'success'],
      [`${sha} slipway/${JOBS[1]}`, 'success'],
    ]),
  );
  expect([...states].toSorted()).toEqual(expected.toSorted());
  expect(new Set(github.comments.map(({ pull }) => pull)).size).toBe(github.comments.length);
  for (const { shas } of projects) {
    const shown = shas.map((sha) => github.comments.find(({ body }) => body.includes(sha.slice(0, 10)))?.body);
    expect(shown[0]).toContain('1 build failed');
    for (const body of shown.slice(1)) expect(body ?? 'No build failed').toContain('No build failed');
  }
  const repeats = github.statuses.length - new Set(github.statuses.map((status) => JSON.stringify(status))).size;
  process.stdout.write(
    `${GITHUB_KILLS} kills, ${lost} answers lost: ${states.size} statuses, ${repeats} set twice; ` +
      `${github.comments.length} comments on as many pull requests\n`,
  );
  expect(repeats).toBeLessThanOrEqual(GITHUB_KILLS * IN_FLIGHT);
}, 600_000);
