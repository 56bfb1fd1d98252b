import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@slipway/client';
import { listProjects } from '@slipway/contracts';
import { LOCAL_HOST, requireCredentials } from '@slipway/credentials';
import { describeCount } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { type Demo, readDemo, readIntegration } from '../sending/targets.js';
import { DAY_PROVIDERS, planDay } from '../simulating/plan-day.js';
import { describeOutcome, progressReporter } from '../simulating/print.js';
import { READ_MS, simulate } from '../simulating/simulate.js';

/** Throttled reads wait as long as the service asks: rows on a skipped page would count as lost. */
const RETRY = { attempts: 20, maxWaitMs: 330_000 };
const SKEW_MS = 60_000;
/** Numbers stay below 2^32, the length of a short commit id. */
const MAX_FIRST_NUMBER = 2 ** 31;

export const command = defineCommand({
  summary: "Simulate a studio's day and verify that every event appears exactly once",
  description:
    'Sends builds, changes, cooks, issues and deployments in life-cycle order, as several tools would. At the end, the feed must show each subject whose events were accepted exactly once; otherwise the exit code is 1. Ctrl-C ends the day early and still verifies. Without --integration, the demo that `npm start` seeds is used.',
  examples: [
    'slipway simulate --rate 200 --duration 60',
    'slipway simulate --rate 5 --duration 600 --seed 7 --demo-file .data/demo.json',
    'slipway simulate --integration jenkins=@jenkins.token --integration github=@github.token --account 1',
  ],
  options: {
    rate: { kind: 'number', description: 'events per second (10)' },
    duration: { kind: 'number', value: 'seconds', description: 'how long to send (30)' },
    seed: { kind: 'number', description: 'the same seed plans the same day (1)' },
    integration: {
      kind: 'list',
      value: 'provider=@file',
      description: `an integration that sends, with a file that contains token[:secret], or these instead of @file; providers: ${DAY_PROVIDERS.join(', ')}`,
    },
    demoFile: { kind: 'text', value: 'file', description: 'the demo studio (.data/demo.json)' },
    account: { kind: 'text', value: 'id', alias: 'account_id', description: 'account whose feed is read' },
    settle: { kind: 'number', value: 'seconds', description: 'how long to wait for the last events (30)' },
  },
  async run(context, { rate = 10, duration = 30, seed = 1, integration, demoFile, account, settle = 30 }) {
    if (rate < 1 || duration < 1) throw new CliError('--rate and --duration must be at least 1.');
    const stage = await findStage(context, { written: integration, demoFile, account });
    const run = Date.now().toString(36).slice(-6);
    const providers = DAY_PROVIDERS.filter((name) => stage.integrations.has(name));
    const firstNumber = randomInt(1, MAX_FIRST_NUMBER);
    const plan = planDay({ seed, count: rate * duration, providers, run, firstNumber });
    context.output.warn(
      `Run ${run}: ${describeCount(plan.length)} events of ${providers.length} tools to ${stage.host}, ${rate} per second, seed ${seed}.`,
    );
    const progress = progressReporter(context);
    const feed = { ...stage, since: Date.now() - SKEW_MS };
    const ends = { stop: context.signal, settleMs: settle * 1_000 };
    const options = { ...stage, ...ends, plan, run, rate, feed, onProgress: progress.update };
    const outcome = await simulate(options).finally(progress.end);
    for (const line of describeOutcome(outcome, READ_MS)) context.output.line(line);
    const { lost, doubled, accepted } = outcome.verdict;
    const isResult = true;
    if (accepted === 0)
      throw new CliError(`Nothing was accepted: ${outcome.sent.problem ?? 'nothing was sent'}.`, { isResult });
    if (lost > 0 || doubled > 0)
      throw new CliError(`${lost} events were lost and ${doubled} subjects were duplicated.`, { isResult });
  },
});

interface StageOptions {
  readonly written: readonly string[] | undefined;
  readonly demoFile: string | undefined;
  readonly account: string | undefined;
}

/** Where the simulation runs: the host, the senders, and what it reads to verify the result. */
async function findStage(context: CommandContext, { written, demoFile, account }: StageOptions) {
  const demo = written === undefined ? await findDemo(context, demoFile) : null;
  const { host, token } = demo ?? (await signedIn(context));
  const integrations = demo?.integrations ?? (await readIntegrations(context, written ?? []));
  if (integrations.size === 0)
    throw new CliError('No integration to send as.', {
      hint: 'Give --integration provider=@file, or --demo-file .data/demo.json of a checkout that `npm start` runs in.',
    });
  // A separate client, not that of the context: Ctrl-C stops sending but not verification.
  const client = createClient({ baseUrl: host, token, retry: RETRY, wait: (ms) => waitVisibly(ms, context) });
  const projectIds = demo === null ? await projectsOf(client) : [demo.projectId];
  return { host, integrations, client, projectIds, accountId: account ?? demo?.accountId };
}

async function readIntegrations({ folder }: CommandContext, written: readonly string[]) {
  const integrations = new Map(await Promise.all(written.map((each) => readIntegration(folder, each))));
  const unknown = [...integrations.keys()].filter((name) => !DAY_PROVIDERS.includes(name));
  if (unknown.length > 0)
    throw new CliError(`The simulated day has no events from ${unknown.join(', ')}.`, {
      hint: `Providers: ${DAY_PROVIDERS.join(', ')}.`,
    });
  return integrations;
}

/** Finds the named demo, or that of a checkout unless another service is configured. */
async function findDemo(context: CommandContext, named: string | undefined): Promise<Demo | null> {
  const demo = await readDemo(context.folder, named);
  if (demo === null || named !== undefined) return demo;
  const { host } = await context.session();
  return host === demo.host || host === LOCAL_HOST ? demo : null;
}

function waitVisibly(ms: number, { output }: CommandContext): Promise<void> {
  output.warn(`Rate limit reached: waiting ${Math.ceil(ms / 1_000)} s.`);
  return sleep(ms);
}

async function signedIn(context: CommandContext) {
  const session = await context.session();
  return { host: session.host, token: requireCredentials(session).token };
}

async function projectsOf(client: ReturnType<typeof createClient>): Promise<string[]> {
  const { projects } = await client.call(listProjects);
  return projects.map(({ id }) => id);
}
