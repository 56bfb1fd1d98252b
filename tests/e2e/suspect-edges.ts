import { randomBytes } from 'node:crypto';
import { composeConsole } from '@slipway/console';
import { addChannel, saveGithubSettings } from '@slipway/db';
import { type ChannelConfig, newWebhookSecret, sealChannelConfig, targetOf } from '@slipway/destinations';
import { appSecretsOf, type Message, newId, sealSecret } from '@slipway/domain';
import { eventually, GITHUB_TOKEN, testGithub, testReceiver } from '@slipway/testing';
import { commandLine } from './cli/command-line.js';
import { plainBrowser } from './console/plain-browser.js';
import { newSessionCookie } from './console/session-cookie.js';
import { startMcp } from './mcp-service.js';
import { postWebhook } from './service.js';

const REPOSITORY = 'studio/harbor';
const JOB = 'Harbor-Win64';

/** A commit as a test describes it. */
export interface MadeCommit {
  readonly login: string;
  readonly title: string;
  readonly path: string;
}

/** What an edge says about a failure. */
export interface Said {
  /** The display identifiers of the suspects. */
  readonly suspects: readonly string[];
  /** Everything it says, to look for names in. */
  readonly all: string;
}

/** A service, receivers for everything it sends, and what each of them says. Await it at the top of a test file. */
export async function suspectEdges() {
  const receiver = await testReceiver();
  const github = await testGithub();
  github.repositories.add(REPOSITORY);
  const networks = { NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const { service, connect } = await startMcp(networks);
  const { database, make, process, ingestUrl, apiUrl } = service;
  const { prisma } = database;
  const appSecrets = appSecretsOf(process.settings);
  const console = composeConsole(process, () => false);

  async function named(name: string) {
    const { accountId, userId } = await make.studio();
    await prisma.user.update({ where: { id: userId }, data: { name } });
    return { accountId, userId };
  }

  /** A studio whose owner and member have connected accounts, with a project that tells everyone. */
  async function newStudio() {
    const owner = await named('Olga Quartermaster');
    const member = await named('Milo Lamplighter');
    const { accountId } = owner;
    await prisma.accountMembership.create({ data: { accountId, userId: member.userId } });
    for (const [userId, uid] of [
      [owner.userId, 'olga-dev'],
      [member.userId, 'milo-dev'],
    ] as const)
      await prisma.accountMembership.update({
        where: { userId_accountId: { accountId, userId } },
        data: { connectedAccounts: { create: { provider: 'github', uid } } },
      });
    const project = await make.project(accountId, { automaticInvestigation: 'every_failure' });
    const ci = await make.integration(project, 'jenkins');
    const git = await make.integration(project, 'github');
    await saveGithubSettings(
      database,
      { integrationId: git.id, projectId: project.id },
      {
        statuses: true,
        comments: false,
        appId: null,
        apiUrl: github.url,
        credential: sealSecret(appSecrets, git.id, GITHUB_TOKEN),
      },
    );
    const folder = `/${project.id}`;
    const channels: readonly ChannelConfig[] = [
      { kind: 'slack_webhook', url: `${receiver.url}${folder}/slack` },
      { kind: 'discord', url: `${receiver.url}${folder}/discord` },
      { kind: 'teams', url: `${receiver.url}${folder}/teams` },
      {
        kind: 'webhook',
        url: `${receiver.url}${folder}/webhook`,
        secrets: [{ secret: newWebhookSecret(), until: null }],
      },
    ];
    for (const config of channels) {
      const id = newId();
      await addChannel(database, {
        id,
        accountId,
        projectId: project.id,
        userId: owner.userId,
        kind: config.kind,
        name: config.kind,
        target: targetOf(config),
        config: sealChannelConfig(appSecrets, id, config),
      });
    }
    await prisma.notificationRule.create({
      data: { projectId: project.id, userId: owner.userId, event: 'main_job.broke' },
    });
    const { token } = await make.apiToken(owner.userId);
    return { accountId, owner, member, project, ci, git, token, folder };
  }

  type Studio = Awaited<ReturnType<typeof newStudio>>;

  async function post(path: string, body: object, event = 'push') {
    const response = await postWebhook(`${ingestUrl}/webhooks/${path}`, {
      headers: { 'content-type': 'application/json', 'x-github-event': event },
      body: JSON.stringify(body),
    });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  /** Pushes commits, and returns their hashes once they are stored. */
  async function push(
    { project, git }: Studio,
    before: string,
    commits: readonly MadeCommit[],
  ): Promise<string[]> {
    const shas = commits.map(() => randomBytes(20).toString('hex'));
    const known = await prisma.change.count({ where: { projectId: project.id } });
    await post(`github?token=${git.token}`, {
      ref: 'refs/heads/main',
      before,
      after: shas.at(-1),
      forced: false,
      pusher: { name: 'olga-dev' },
      repository: { full_name: REPOSITORY, html_url: `https://github.com/${REPOSITORY}` },
      commits: commits.map(({ login, title, path }, index) => ({
        id: shas[index],
        message: title,
        timestamp: `2026-11-01T10:0${index}:00Z`,
        url: `https://github.com/${REPOSITORY}/commit/${shas[index]}`,
        added: [],
        removed: [],
        modified: [path],
        author: { name: login, username: login },
      })),
    });
    await eventually('the commits exist', async () =>
      (await prisma.change.count({ where: { projectId: project.id } })) === known + shas.length ? true : undefined,
    );
    return shas;
  }

  /** Reports a build of a commit, and returns its id. */
  function build(
    { project, ci }: Studio,
    number: string,
    fields: object,
    { isRunning = false } = {},
  ): Promise<number> {
    const branch = 'main';
    const sent = post(`ci?token=${ci.token}`, { job_name: JOB, build_number: number, branch, ...fields });
    return eventually(`build ${number} exists`, async () => {
      await sent;
      const found = await prisma.buildRun.findFirst({ where: { projectId: project.id, buildNumber: number } });
      return found !== null && (isRunning || found.finishedAt !== null) ? Number(found.id) : undefined;
    });
  }

  // On a busy machine, a message may go out before the cause is known, which then follows in another one.
  const bodyOf = ({ folder }: Studio, kind: string) =>
    eventually(
      `${kind} gets a message with the cause`,
      async () =>
        receiver.received.find(({ path, body }) => path.startsWith(`${folder}/${kind}`) && body.includes('C2039'))
          ?.body,
    );

  /** Releases what waits, and returns the messages about a known cause that a person is mailed. */
  const messagesTo = (userId: number) =>
    eventually('a mail with the cause is written', async () => {
      await prisma.notification.updateMany({ where: { releasedAt: null }, data: { releaseAt: new Date(0) } });
      const mails = await prisma.mailOutbox.findMany({ where: { userId, kind: 'notification' } });
      const messages = mails.map(({ payload }) => (payload as unknown as { message: Message }).message);
      const known = messages.filter(({ quote }) => quote !== null);
      return known.length === 0 ? undefined : known;
    });

  const suspectsOf = (values: readonly string[]) => values.map((value) => value.split(', ')[0] ?? '');
  const suspectsIn = ({ facts }: Message) =>
    suspectsOf(facts.flatMap(({ label, value }) => (/^(?:Suspect|Your change)$/.test(label) ? [value] : [])));
  const said = (suspects: readonly string[], all: unknown): Said => ({
    suspects,
    all: typeof all === 'string' ? all : JSON.stringify(all),
  });

  const edges: Readonly<Record<string, (studio: Studio, buildId: number) => Promise<Said>>> = {
    async webhook(studio) {
      const body = JSON.parse(await bodyOf(studio, 'webhook'));
      const suspects = body.data.suspects as { display_identifier: string }[] | undefined;
      return said(
        (suspects ?? []).map(({ display_identifier: name }) => name),
        body,
      );
    },
    async slack(studio) {
      const body = await bodyOf(studio, 'slack');
      return said(
        suspectsOf([...body.matchAll(/\*Suspect\*\\n<[^|]+\|([^>]+)>/g)].map(([, name = '']) => name)),
        body,
      );
    },
    async discord(studio) {
      const body = await bodyOf(studio, 'discord');
      const { fields } = JSON.parse(body).embeds[0] as { fields: { name: string; value: string }[] };
      const named = fields.filter(({ name }) => name === 'Suspect').map(({ value }) => value.slice(1));
      return said(suspectsOf(named), body);
    },
    async teams(studio) {
      const body = await bodyOf(studio, 'teams');
      return said(
        suspectsOf(
          [...body.matchAll(/"Suspect: "[^}]*\},\{"type":"TextRun","text":"([^"]+)"/g)].map(
            ([, name = '']) => name,
          ),
        ),
        body,
      );
    },
    async mail({ owner }) {
      const [message] = await messagesTo(owner.userId);
      if (message === undefined) throw new Error('no mail');
      return said(suspectsIn(message), message);
    },
    async console({ project, owner }, buildId) {
      const browser = plainBrowser(console, await newSessionCookie(database, owner.userId));
      const { body } = await browser.call('GET', `/projects/${project.id}/builds/${buildId}`);
      const marked = (body.suspects ?? []) as { display_identifier: string }[];
      return said(
        marked.map(({ display_identifier: name }) => name),
        body,
      );
    },
    async 'command line'({ project, token }, buildId) {
      const { slipway } = await commandLine({ SLIPWAY_HOST: apiUrl, SLIPWAY_TOKEN: token });
      const { out } = await slipway(['build', 'view', String(buildId)], {
        env: { SLIPWAY_PROJECT: String(project.id) },
      });
      const [, section = ''] = out.split('\nSuspects:\n');
      return said(section.split('\n--')[0]?.match(/^[0-9a-f]{8}(?= {2})/gm) ?? [], out);
    },
    async assistant({ project, token }) {
      const client = await connect(token);
      const { structuredContent } = await client.callTool({
        name: 'get_build_failure',
        arguments: { project: String(project.id), branch: 'main' },
      });
      const { suspects = [] } = structuredContent as { suspects?: { display_identifier: string }[] };
      return said(
        suspects.map(({ display_identifier: name }) => name),
        structuredContent,
      );
    },
    async 'commit status'(_, buildId) {
      const { commitHash } = await prisma.buildRun.findUniqueOrThrow({ where: { id: buildId } });
      await prisma.githubConnection.updateMany({ data: { nextAttemptAt: new Date(0) } });
      // The diagnosis sets a status first, and the investigation another one.
      const status = await eventually('the last status is set', async () => {
        const waiting = await prisma.githubUpdate.count({
          where: { sha: commitHash, pendingSince: { not: null } },
        });
        const isSet = ({ sha, description }: { sha: string; description: string }) =>
          sha === commitHash && /compiler/.test(description);
        return waiting === 0 ? github.statuses.findLast(isSet) : undefined;
      });
      const named = /^Suspect: ([^.]+)\./.exec(status.description)?.[1]?.split(', ') ?? [];
      return said(named, status);
    },
  };

  return {
    database,
    newStudio,
    push,
    build,
    edges,
    messagesTo,
    /** The notifications in a person's bell. */
    async bellOf(userId: number) {
      const browser = plainBrowser(console, await newSessionCookie(database, userId));
      const { body } = await browser.call('GET', '/inbox');
      return body.items as { title: string; text: string }[];
    },
    /** Waits until the automatic investigation of a build is over. */
    investigated: (buildId: number) =>
      eventually(
        'the investigation ends',
        async () =>
          (await prisma.investigation.findFirst({ where: { buildRunId: buildId, status: 'completed' } })) ??
          undefined,
      ),
    callAssistant: async (token: string, args: object) =>
      (await (await connect(token)).callTool({ name: 'get_build_failure', arguments: { ...args } }))
        .structuredContent,
  };
}
