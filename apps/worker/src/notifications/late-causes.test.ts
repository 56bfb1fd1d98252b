import { describe, expect, it } from '@jest/globals';
import { beginInvestigation, completeInvestigation, findJobBuild, recordDiagnosis } from '@slipway/db';
import type { ChannelConfig } from '@slipway/destinations';
import { buildReport, newAppliedProject, type ReceivedRequest } from '@slipway/testing';
import { notificationsFixture } from './notifications.fixture.js';

const fixture = await notificationsFixture();
const { database, prisma, receiver, make, newChannel, newNotifier, send, endWaits, deliveriesOf, channel } =
  fixture;

const CAUSE = 'Glow does not exist in Lantern.cs';

/** A project with a channel that has been told that its job broke. The cause is found later, unless it is diagnosed. */
async function brokenProject(config: ChannelConfig, { isDiagnosed = false } = {}) {
  const studio = await make.studio();
  const { accountId } = studio;
  const { projectId, report } = await newAppliedProject(database, accountId);
  const channelId = await newChannel({ ...studio, projectId }, config);
  const at = Date.now() - 60_000;
  await report(buildReport({ jobName: 'Harbor-Win64', status: 'failed', reportedAt: at, finishedAt: at }));
  const { id } = await prisma.buildRun.findFirstOrThrow({ where: { projectId } });
  const build = await findJobBuild(database, projectId, Number(id));
  if (build === null) throw new Error('there is no build');
  const diagnosisOf = (cause: string) => ({
    fingerprint: cause.padEnd(64, '0'),
    rule: 1,
    confidence: 0.9,
    category: 'compile',
    tool: 'cpp',
    line: 1,
    diagnosis: cause,
    title: cause,
    message: cause,
    file: null,
    symbol: null,
    test: null,
    corrected: null,
  });
  if (isDiagnosed) await database.modelTransaction((tx) => recordDiagnosis(tx, build, diagnosisOf(CAUSE)));
  await send();
  return {
    channelId,
    suspect: async (displayIdentifier: string) =>
      (await make.change({ id: projectId, accountId }, { displayIdentifier })).id,
    /** Stores the finding of an investigation, as a worker does, and sends what follows. */
    async find(cause = CAUSE, changeIds: readonly number[] = []) {
      const requested = { accountId, projectId, buildRunId: id, creditsCharged: 0, chargedOn: new Date() };
      await prisma.investigation.deleteMany({ where: { buildRunId: id } });
      const investigation = await prisma.investigation.create({ data: requested });
      const held = await beginInvestigation(database, investigation.id);
      if (held === null) throw new Error('nothing to investigate');
      const { fingerprint, confidence, category, diagnosis } = diagnosisOf(cause);
      await database.modelTransaction(async (tx) => {
        await recordDiagnosis(tx, build, diagnosisOf(cause));
        await completeInvestigation(tx, held, {
          fingerprint,
          confidence,
          category,
          diagnosis,
          attribution: '',
          suggestedFix: '',
          fixKind: 'general',
          attributedUserId: null,
          hasLog: true,
          steps: [],
          evidence: [{ line: 1, text: cause }],
          suspects: changeIds.map((changeId) => ({ changeId, reason: 'It touched Lamp.cpp.', confidence: 0.8 })),
        });
      });
      await endWaits();
      await send();
    },
  };
}

const requests = () => receiver.received.map(({ method, path }) => `${method} ${path}`);
const posted = (request: ReceivedRequest | undefined) => JSON.parse(request?.body ?? '{}');

/** As if the worker had died between the answer of the channel and its record, and another one had taken over. */
async function loseRecord(channelId: string): Promise<void> {
  const [last] = (await deliveriesOf(channelId)).toReversed();
  await prisma.notificationDelivery.update({ where: { id: last?.id ?? '' }, data: { status: 'pending' } });
  await endWaits();
  await send(newNotifier());
}

describe('a cause that is found after the message', () => {
  it('is edited into the message in Discord, which stays one message even if the edit is repeated', async () => {
    const config = { kind: 'discord' as const, url: `${receiver.url}/api/webhooks/1/token?thread_id=7` };
    receiver.reply({ status: 200, body: '{"id":"998"}' });
    const { channelId, find } = await brokenProject(config);
    await find();
    await loseRecord(channelId);
    const edit = 'PATCH /api/webhooks/1/token/messages/998?thread_id=7';
    expect(requests()).toEqual(['POST /api/webhooks/1/token?thread_id=7&wait=true', edit, edit]);
    const [first, edited, again] = receiver.received.map(posted);
    expect(edited.embeds[0]).toMatchObject({
      title: first.embeds[0].title,
      description: expect.stringContaining('Glow'),
    });
    expect(first.embeds[0].description).not.toContain('Glow');
    expect(again).toEqual(edited);
    expect((await deliveriesOf(channelId)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  it('is edited into the message of a Slack bot, in the channel whose id Slack returned', async () => {
    const config = { kind: 'slack_bot' as const, token: 'xoxb-1', channel: '#builds', apiUrl: receiver.url };
    receiver.reply({ status: 200, body: '{"ok":true,"ts":"17000.1","channel":"C042"}' });
    const { channelId, find } = await brokenProject(config);
    await find();
    await loseRecord(channelId);
    expect(requests()).toEqual(['POST /chat.postMessage', 'POST /chat.update', 'POST /chat.update']);
    const [first, edited, again] = receiver.received.map(posted);
    expect(edited).toMatchObject({ channel: 'C042', ts: '17000.1', text: first.text });
    expect(JSON.stringify(edited.blocks)).toContain('Glow');
    expect(again).toEqual(edited);
  });

  it('follows into the thread of a Slack bot that returned no channel', async () => {
    const config = { kind: 'slack_bot' as const, token: 'xoxb-1', channel: '#builds', apiUrl: receiver.url };
    receiver.reply({ status: 200, body: '{"ok":true,"ts":"17000.1"}' });
    const { find } = await brokenProject(config);
    await find();
    expect(requests()).toEqual(['POST /chat.postMessage', 'POST /chat.postMessage']);
    expect(posted(receiver.received[1])).toMatchObject({ thread_ts: '17000.1' });
  });

  it('is a message of its own if somebody deleted the first one, and the channel goes on', async () => {
    const config = { kind: 'discord' as const, url: `${receiver.url}/api/webhooks/1/token` };
    receiver.reply(({ method }) =>
      method === 'PATCH'
        ? { status: 404, body: '{"message":"Unknown Message","code":10008}' }
        : { status: 200, body: '{"id":"998"}' },
    );
    const { channelId, find } = await brokenProject(config);
    await find();
    expect(receiver.received.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST']);
    expect(posted(receiver.received[2]).embeds[0].title).toBe(
      'Found why Harbor\\-Win64 is broken\\: Glow does not exist in Lantern.cs',
    );
    expect(await channel(channelId)).toMatchObject({ pausedAt: null, failures: 0 });
  });

  it('is a second message where messages cannot be edited', async () => {
    const { find } = await brokenProject(fixture.slack());
    await find();
    expect(receiver.received.map(({ body }) => JSON.parse(body).text)).toEqual([
      '🔴 Harbor-Win64 is broken',
      '🔴 Found why Harbor-Win64 is broken: Glow does not exist in Lantern.cs',
    ]);
  });
});

describe('a cause that is corrected after the message', () => {
  const RIGHT = 'Reed does not exist in Marsh.cs';

  it('is edited into the message in Discord', async () => {
    const config = { kind: 'discord' as const, url: `${receiver.url}/api/webhooks/1/token` };
    receiver.reply({ status: 200, body: '{"id":"998"}' });
    const { find } = await brokenProject(config, { isDiagnosed: true });
    await find(RIGHT);
    expect(receiver.received.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    const [first, edited] = receiver.received.map(posted);
    expect(JSON.stringify(first)).toContain('Glow');
    expect(JSON.stringify(edited)).toContain('Correction');
    expect(JSON.stringify(edited)).not.toContain('Glow');
  });

  it('is announced as a correction where messages cannot be edited', async () => {
    const { find } = await brokenProject(fixture.slack(), { isDiagnosed: true });
    await find(RIGHT);
    expect(receiver.received.map(({ body }) => JSON.parse(body).text)).toEqual([
      '🔴 Harbor-Win64 is broken: Glow does not exist in Lantern.cs',
      '🔴 Correction: why Harbor-Win64 is broken: Reed does not exist in Marsh.cs',
    ]);
  });
});

describe('a suspect that is found after the message with the cause', () => {
  it('is edited into the message in Discord', async () => {
    const config = { kind: 'discord' as const, url: `${receiver.url}/api/webhooks/1/token` };
    receiver.reply({ status: 200, body: '{"id":"998"}' });
    const { find, suspect } = await brokenProject(config, { isDiagnosed: true });
    await find(CAUSE, [await suspect('CL 7')]);
    expect(requests()).toEqual([
      'POST /api/webhooks/1/token?wait=true',
      'PATCH /api/webhooks/1/token/messages/998',
    ]);
    const [first, edited] = receiver.received.map(posted);
    expect(edited.embeds[0].title).toBe(first.embeds[0].title);
    expect(JSON.stringify(first)).not.toContain('Suspect');
    expect(JSON.stringify(edited)).toContain('Suspect');
  });

  it('is edited into the message of a Slack bot', async () => {
    const config = { kind: 'slack_bot' as const, token: 'xoxb-1', channel: '#builds', apiUrl: receiver.url };
    receiver.reply({ status: 200, body: '{"ok":true,"ts":"17000.1","channel":"C042"}' });
    const { find, suspect } = await brokenProject(config, { isDiagnosed: true });
    await find(CAUSE, [await suspect('CL 7')]);
    expect(requests()).toEqual(['POST /chat.postMessage', 'POST /chat.update']);
    expect(posted(receiver.received[1])).toMatchObject({ ts: '17000.1' });
  });

  it('is a second message where messages cannot be edited, and nothing follows without one', async () => {
    const { find, suspect } = await brokenProject(fixture.slack(), { isDiagnosed: true });
    await find(CAUSE);
    await find(CAUSE, [await suspect('CL 7')]);
    expect(receiver.received.map(({ body }) => JSON.parse(body).text)).toEqual([
      '🔴 Harbor-Win64 is broken: Glow does not exist in Lantern.cs',
      '🔴 CL 7 probably broke Harbor-Win64',
    ]);
  });
});
