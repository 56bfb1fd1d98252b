import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@slipway/db';
import { type AppSecrets, appSecretsOf, createBadgeLinks, sealSecret } from '@slipway/domain';
import { signers } from '@slipway/providers/signers';
import { eventually, factories, type TestProcess } from '@slipway/testing';
import type { Answer, RollingTiers } from './rolling-tiers.js';

const PAUSE_MS = 50;
/** Enough that the processes decrypt stored secrets all the time, not only when they start. */
const INTEGRATIONS = 12;
/** How many times each hook secret is sent. */
const REPEATS = 8;
/** How many hook secrets an integration receives before the next one is used; it can have a hundred. */
const HOOK_SECRETS = 50;
/** The time limit on a busy machine. */
const LIMIT_MS = 300_000;
/** How many requests of each kind are sent before the next step begins. */
const ENOUGH = 10;

/** An endless stream of requests of every kind that depends on APP_SECRET. */
export interface SecretTraffic {
  /** Responses that were not as expected. */
  readonly failures: readonly string[];
  /** The path of the badge that pages show. */
  badge: string;
  /** The path that the console returns with these values. */
  badgeOf(appSecrets: AppSecrets): string;
  /** The numbers of the accepted builds. */
  readonly accepted: ReadonlySet<string>;
  /** The secrets that senders chose in handshakes. */
  readonly hookSecrets: ReadonlySet<string>;
  /** Waits until some more requests of each kind have been answered. */
  goOn(): Promise<void>;
  stop(): Promise<void>;
}

/** Stores the signing secrets and starts sending. */
export async function startSecretTraffic(
  { settings, onClose }: TestProcess,
  database: Database,
  tiers: RollingTiers,
): Promise<SecretTraffic> {
  const make = factories(database);
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  for (let n = 0; n < 6; n += 1) await make.task(project, { title: `Task ${n}` });
  const { token } = await make.apiToken(userId);
  const asanas: Promise<{ token: string }>[] = [];
  const asanaFor = (number: number) => {
    const place = Math.floor(number / HOOK_SECRETS);
    asanas[place] ??= make.integration(project, 'asana');
    return asanas[place];
  };
  const signed: { token: string; secret: string }[] = [];
  for (let n = 0; n < INTEGRATIONS; n += 1) {
    const integration = await make.integration(project, 'jenkins');
    const secret = `the secret of integration ${n}`;
    const { ciphertext, fingerprint } = sealSecret(appSecretsOf(settings), integration.id, secret);
    const data = { integrationId: integration.id, ciphertext, fingerprint };
    await database.prisma.integrationSecret.create({ data });
    signed.push({ token: integration.token, secret });
  }
  const link = { projectId: project.id, version: 1 };
  const badgeOf = (appSecrets: AppSecrets) => `/badges/${createBadgeLinks(appSecrets).tokenOf(link)}.svg`;
  const [accepted, hookSecrets] = [new Set<string>(), new Set<string>()];
  const tasks = `/api/v1/projects/${project.id}/tasks?limit=2`;
  const traffic: SecretTraffic = runTraffic(
    {
      'signed webhook': async (n) => {
        const { token, secret } = signed[n % signed.length] as (typeof signed)[number];
        const answer = await reportBuild(tiers, { token, secret, n });
        if (answer.status === 200) accepted.add(String(n));
        return [answer];
      },
      'handshake of a webhook': (n) => shakeHands(tiers, { asanaFor, n, hookSecrets }),
      'pages of a list': () => readPages(tiers, tasks, token),
      'form of the console': () => submitForm(tiers),
      badge: async () => [await tiers.request('console', traffic.badge)],
    },
    { badge: badgeOf(appSecretsOf(settings)), badgeOf, accepted, hookSecrets },
  );
  onClose('traffic', () => traffic.stop());
  return traffic;
}

type Requests = Readonly<Record<string, (n: number) => Promise<Answer[]>>>;

function runTraffic(requests: Requests, known: Omit<SecretTraffic, 'failures' | 'goOn' | 'stop'>): SecretTraffic {
  const failures: string[] = [];
  const counts = new Map(Object.keys(requests).map((kind) => [kind, 0]));
  let isStopped = false;
  async function run(kind: string, send: (n: number) => Promise<Answer[]>): Promise<void> {
    for (let n = 1; !isStopped; n += 1) {
      await delay(PAUSE_MS);
      const answers = await send(n).catch((error: Error) => [{ status: 0, text: String(error.cause ?? error) }]);
      for (const { status, text } of answers)
        if (status !== 200 && status !== 303) failures.push(`${kind}: ${status} ${text.slice(0, 100)}`);
      counts.set(kind, n);
    }
  }
  const running = Object.entries(requests).map(([kind, send]) => run(kind, send));
  return {
    ...known,
    failures,
    async goOn() {
      const before = new Map(counts);
      const isEnough = ([kind, count]: [string, number]) => count >= (before.get(kind) ?? 0) + ENOUGH;
      await eventually('requests go on', async () => ([...counts].every(isEnough) ? true : undefined), LIMIT_MS);
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

function reportBuild(
  { request }: RollingTiers,
  { token, secret, n }: { readonly token: string; readonly secret: string; readonly n: number },
): Promise<Answer> {
  const body = JSON.stringify({ name: 'Harbor', build: { number: n, phase: 'FINALIZED', status: 'SUCCESS' } });
  const headers = {
    'content-type': 'application/json',
    ...signers.jenkins.sign({ body, secret, now: Date.now() }),
  };
  return request('ingest', `/webhooks/jenkins/build_notification?token=${token}`, {
    method: 'POST',
    headers,
    body,
  });
}

/**
 * Ingest stores the secret, or finds that it is already stored, and accepts requests signed with the secret before the
 * last one. Each secret is sent often enough that all processes have stored or found it before it signs.
 */
async function shakeHands({ request }: RollingTiers, { asanaFor, n, hookSecrets }: Handshakes): Promise<Answer[]> {
  const number = Math.floor(n / REPEATS);
  const post = async (to: number, headers: Record<string, string>, body: string) => {
    const { token } = await asanaFor(to);
    return request('ingest', `/webhooks/asana?token=${token}`, { method: 'POST', headers, body });
  };
  hookSecrets.add(`hook-secret-${number}`);
  const greeted = await post(number, { 'x-hook-secret': `hook-secret-${number}` }, '{}');
  if (number < 2) return [greeted];
  const body = JSON.stringify({ events: [] });
  const signature = signers.asana.sign({ body, secret: `hook-secret-${number - 2}`, now: Date.now() });
  return [greeted, await post(number - 2, { 'content-type': 'application/json', ...signature }, body)];
}

interface Handshakes {
  /** The integration that a hook secret is sent to, by the number of the secret. */
  readonly asanaFor: (number: number) => Promise<{ readonly token: string }>;
  readonly n: number;
  readonly hookSecrets: Set<string>;
}

/** Each page comes from a different process than the previous one, which signed the cursor. */
async function readPages({ request }: RollingTiers, path: string, token: string): Promise<Answer[]> {
  const headers = { authorization: `Bearer ${token}` };
  const first = await request('api', path, { headers });
  if (first.status !== 200) return [first];
  const { pagination } = JSON.parse(first.text) as { pagination: { next_cursor: string } };
  return [await request('api', `${path}&cursor=${pagination.next_cursor}`, { headers })];
}

async function submitForm({ request }: RollingTiers): Promise<Answer[]> {
  const page = await request('console', '/sign-out');
  const field = /name="csrf_token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const body = new URLSearchParams({ csrf_token: field });
  return [page, await request('console', '/sign-out', { method: 'POST', headers: { cookie }, body })];
}
