import { getTestGate, listBuildTests, TestGate } from '@slipway/contracts';
import { CliError, EXIT } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { isSlipwayError, isUnreachable } from '../../explain-error.js';
import { describeAge } from '../../output/ages.js';
import { fieldsOf } from '../../output/json.js';
import { openRememberedProjects } from '../../projects/remembered-projects.js';
import { detectBuild } from '../../reporting/detect-ci.js';
import { findFiles } from '../../reporting/find-files.js';
import {
  type BuildPath,
  buildArgument,
  buildOptions,
  callForBuild,
  findBuild,
} from '../../resources/find-build.js';
import { findKnownTests, type KnownTests, storeKnownTests } from '../../tests/known-tests.js';
import { type JudgedGate, showGate } from '../../tests/show-gate.js';

interface GateInput {
  readonly id: string | undefined;
  readonly job: string | undefined;
  readonly suites: readonly string[];
  readonly waitMs: number;
  readonly patterns: readonly string[];
}

const INTERVAL_MS = 3_000;

/** Mutes last two weeks at most, so an older list says little. */
const MAX_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

export const command = defineCommand({
  summary: 'Let a build pass unless its tests keep it back',
  description:
    'Exits with 0 if every failure is of a muted test or of one known to be flaky, and with 3 otherwise, also if there ' +
    'are no results. Without a build, asks about the one that the CI system runs. With --files, a gate that cannot ' +
    'reach the service judges local reports by the muted and flaky tests that it last knew, at most a week ago.',
  examples: [
    'slipway test gate 31 && ./upload.sh',
    'slipway test gate 1848 --job Harbor-Win64 --suite EditMode,PlayMode --wait 300',
    "slipway test gate --suite EditMode --files 'out/*.xml'",
  ],
  project: true,
  json: [...fieldsOf(TestGate), 'source', 'known_tests_at'],
  arguments: { id: { ...buildArgument, optional: true } },
  options: {
    ...buildOptions,
    suite: { kind: 'list', short: 's', value: 'name', description: 'a suite that must have reported' },
    wait: {
      kind: 'number',
      short: 'w',
      value: 'seconds',
      description: 'how long to wait for results (default: 0)',
    },
    files: {
      kind: 'list',
      whole: true,
      value: 'pattern',
      description:
        'local reports in case the service cannot be reached; suite=pattern if there are several suites',
    },
  },
  async run(context, { id, job, suite = [], wait = 0, files = [] }) {
    const gate = await judge(context, { id, job, suites: suite, waitMs: wait * 1_000, patterns: files });
    await context.output.record(gate, showGate(gate));
    if (!gate.passed) throw new CliError('The tests do not let the build pass.', { code: EXIT.blocked });
  },
});

async function judge(context: CommandContext, input: GateInput): Promise<JudgedGate> {
  try {
    return await askService(context, input);
  } catch (error) {
    if (input.patterns.length === 0 || !isUnreachable(error)) throw error;
    context.output.warn(`The service did not answer: ${(error as Error).message}`);
    return judgeFiles(context, input, error);
  }
}

async function askService(context: CommandContext, { id, job, suites, waitMs }: GateInput): Promise<JudgedGate> {
  const named = nameBuild(context, { id, job });
  const client = await context.client();
  const end = Date.now() + waitMs;
  const path = await waitForResults(context, { named, suites, end });
  const query = suites.length === 0 ? {} : { suites: suites.join(',') };
  const gate = await callForBuild(context, path, () => client.call(getTestGate, { params: path, query }));
  const { host } = await context.session();
  await storeKnownTests({ env: context.env, host, client, project: await context.project() }).catch(
    (error: Error) => context.output.warn(`The muted and flaky tests could not be stored: ${error.message}`),
  );
  return { ...gate, source: 'service', known_tests_at: null };
}

type NamedBuild = Pick<GateInput, 'id' | 'job'>;

/** The newest build of a project could be any, so without a name only the build that runs the command will do. */
function nameBuild({ env }: CommandContext, { id, job }: NamedBuild): NamedBuild {
  if (id !== undefined) return { id, job };
  const detected = detectBuild(env);
  const name = job ?? detected.job;
  if (name !== undefined && detected.number !== undefined) return { id: detected.number, job: name };
  throw new CliError('Name the build: by its id, or by its number and --job.');
}

interface Awaited {
  readonly named: NamedBuild;
  readonly suites: readonly string[];
  readonly end: number;
}

/** Returns the build once its results have arrived, or when time is up. */
async function waitForResults(context: CommandContext, { named, suites, end }: Awaited): Promise<BuildPath> {
  const progress = context.output.progress('Waiting for test results …');
  try {
    for (;;) {
      const path = await findBuild(context, named).catch((error: unknown) => {
        if (!(error instanceof CliError) || Date.now() >= end) throw error;
        return null;
      });
      if (path !== null && (Date.now() >= end || (await haveReported(context, path, suites)))) return path;
      await context.sleep(Math.max(0, Math.min(INTERVAL_MS, end - Date.now())));
    }
  } finally {
    progress.stop();
  }
}

async function haveReported(
  context: CommandContext,
  params: BuildPath,
  suites: readonly string[],
): Promise<boolean> {
  const client = await context.client();
  for (const suite of suites.length === 0 ? [undefined] : suites) {
    const query = { limit: 1, suite };
    const found = await client.call(listBuildTests, { params, query }).catch((error: unknown) => {
      if (isSlipwayError(error) && error.status === 404) return { tests: [] };
      throw error;
    });
    if (found.tests.length === 0) return false;
  }
  return true;
}

async function judgeFiles(context: CommandContext, input: GateInput, cause: unknown): Promise<JudgedGate> {
  const { folder, output } = context;
  const known = await requireKnownTests(context, cause);
  // Loaded lazily: most gates need no reader of reports.
  const { judgeLocally, readLocalPattern } = await import('../../tests/local-gate.js');
  const files: { path: string; suite: string }[] = [];
  for (const written of input.patterns) {
    const { suite, pattern } = readLocalPattern(written, input.suites);
    for (const path of await findFiles([pattern], folder, output.warn)) files.push({ path, suite });
  }
  const { branch } = detectBuild(context.env);
  const now = Date.now();
  const age = describeAge(Date.parse(known.read_at), now);
  const local = files.length === 1 ? '1 local file' : `${files.length} local files`;
  output.warn(`Judged by ${local} and the muted and flaky tests known ${age} (${known.read_at}).`);
  const gate = await judgeLocally({ files, folder, expected: input.suites, known, branch, now });
  return { ...gate, source: 'local files', known_tests_at: known.read_at };
}

/** Without a list that is fresh enough, nobody knows which failures count. */
async function requireKnownTests(context: CommandContext, cause: unknown): Promise<KnownTests> {
  const { env, folder, namedProject } = context;
  const { host } = await context.session();
  const written = namedProject ?? (await openRememberedProjects(env).find(folder, host))?.id;
  const known = written === undefined ? null : await findKnownTests(env, host, written);
  const refuse = (problem: string) =>
    new CliError(problem, {
      code: EXIT.blocked,
      hint: 'A gate that reaches the service stores this list, once an hour.',
      cause,
    });
  if (known === null) throw refuse('There is no stored list of muted and flaky tests, so the build cannot pass.');
  if (Date.now() - Date.parse(known.read_at) > MAX_AGE_DAYS * DAY_MS)
    throw refuse(
      `The stored list of muted and flaky tests is older than ${MAX_AGE_DAYS} days (${known.read_at}).`,
    );
  return known;
}
