import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type SetupContent, setupOf } from '@slipway/providers/setups';
import { parse } from 'yaml';
import { LONG_LOG } from './long-log.js';
import { runPowershell } from './powershell/run-powershell.js';
import { newMachine } from './run.js';
import { startStudio } from './studio.js';

// Runs what the console tells people to paste, as their CI system would run it, against the real service.

const studio = await startStudio();
const machine = await newMachine();

const AUTHOR = 'Mara Lindqvist';
let commit = '';

beforeAll(async () => {
  const git = (...args: string[]) => machine.run('git', args, {});
  await git('init', '-q', '-b', 'release/2.1');
  await git('config', 'user.name', AUTHOR);
  await git('config', 'user.email', 'mara@example.com');
  await git('commit', '-q', '--allow-empty', '-m', 'Count wave samples');
  commit = (await git('rev-parse', 'HEAD')).stdout.trim();
  await writeFile(join(machine.folder, 'output.txt'), LONG_LOG.content);
  await machine.install('build.sh', `cat '${machine.folder}/output.txt'; exit 6`);
  await machine.install('cmd', 'exec sh -c "$2"');
});

/** What the console shows for a way to take a step of a setup. */
async function shown(provider: string, choice: string): Promise<SetupContent> {
  const token = await studio.tokenOf(provider);
  const steps = setupOf(provider)?.steps({ baseUrl: studio.host, token, secret: null }) ?? [];
  const found = steps.flatMap(({ choices = [] }) => choices).find(({ label }) => label === choice);
  if (found === undefined) throw new Error(`${provider} has no choice ${choice}`);
  return found;
}

const codeOf = ({ code }: SetupContent) => code?.text ?? '';
const fieldOf = ({ fields = [] }: SetupContent, name: string) =>
  fields.find(([label]) => label === name)?.[1] ?? '';

/** Everything that an investigation needs, and a log from which it finds the right line. */
async function expectComplete(number: string, expected: Record<string, unknown>): Promise<void> {
  const build = await studio.build(number, 'failed');
  expect(build).toMatchObject({ branch: 'release/2.1', commit_hash: commit, has_log: true, ...expected });
  expect(build.duration_seconds).not.toBeNull();
  const { lines, truncated } = await studio.wholeLog(build.id);
  expect({ last: lines.at(-1), truncated }).toEqual({ last: LONG_LOG.lastLine, truncated: true });
  const { evidence, confidence } = await studio.investigate(build.id);
  expect(evidence[0]).toEqual({ line: lines.indexOf(LONG_LOG.error) + 1, text: LONG_LOG.error });
  expect(confidence).toBeGreaterThanOrEqual(0.8);
  expect(await studio.actorOf(build.id)).toBe(AUTHOR);
}

describe('the Jenkinsfile', () => {
  /** What Jenkins does with the file: runs the build within `tee`, then the script of the post section. */
  async function jenkins(choice: string, number: string, more: Record<string, string> = {}) {
    const content = await shown('jenkins', choice);
    const file = codeOf(content);
    expect(file).toMatch(/tee\('build\.log'\) \{\s+(?:sh|bat) '(?:\.\/)?build\.\w+'/);
    await writeFile(join(machine.folder, 'build.log'), LONG_LOG.content);
    const credential = /string\(credentialsId: '([\w-]+)', variable: '(\w+)'\)/.exec(file) ?? [];
    expect(fieldOf(content, 'ID')).toBe(credential[1]);
    const build: Readonly<Record<string, string>> = {
      'currentBuild.currentResult': 'FAILURE',
      'currentBuild.startTimeInMillis': String(Date.now() - 125_000),
    };
    const variables = [...file.matchAll(/"(\w+)=\$\{([\w.]+)\}"/g)].map(([, name, value]) => [
      name,
      build[value ?? ''],
    ]);
    expect(variables).toHaveLength(2);
    const [, step = '', literal = ''] = /\b(sh|powershell) '''(.*?)'''/s.exec(file) ?? [];
    // In such a literal, a backslash at the end of a line joins it with the next. It contains no other escapes.
    const script = literal.replaceAll('\\\n', '');
    expect(script).not.toContain('\\');
    const env = {
      JOB_NAME: 'harbor/win64',
      BUILD_NUMBER: number,
      BUILD_URL: `https://ci.example.com/job/harbor/${number}/`,
      GIT_COMMIT: commit,
      GIT_BRANCH: 'origin/release/2.1',
      [credential[2] ?? '']: fieldOf(content, 'Secret'),
      ...(Object.fromEntries(variables) as Record<string, string>),
      ...more,
    };
    return step === 'sh'
      ? machine.run('sh', ['-xe', '-c', script], { env })
      : runPowershell(machine, script, { env });
  }

  it.each([
    ['Jenkins', '1848'],
    ['Jenkins on Windows', '1849'],
  ])('%s: reports a build with its log, branch, commit, duration and author', async (choice, number) => {
    expect(await jenkins(choice, number)).toMatchObject({ code: 0 });
    await expectComplete(number, { ci_job_name: 'harbor/win64' });
    const { duration_seconds: seconds, build_url } = await studio.build(number, 'failed');
    // The shell's clock has whole seconds.
    expect(seconds).toBeGreaterThanOrEqual(124);
    expect(build_url).toBe(`https://ci.example.com/job/harbor/${number}/`);
  });

  it.each([
    ['Jenkins', '1850'],
    ['Jenkins on Windows', '1851'],
  ])('%s: reports the changelist and branch of a Perforce build', async (choice, number) => {
    const env = { GIT_COMMIT: '', GIT_BRANCH: '', P4_CHANGELIST: '48213', BRANCH_NAME: 'main' };
    expect(await jenkins(choice, number, env)).toMatchObject({ code: 0 });
    expect(await studio.build(number, 'failed')).toMatchObject({
      changelist: '48213',
      branch: 'main',
      has_log: true,
    });
  });

  it.each(['Jenkins', 'Jenkins on Windows'])('%s: does not fail if the service is unreachable', async (choice) => {
    studio.proxy.cut();
    try {
      expect(await jenkins(choice, '1852')).toMatchObject({ code: 0 });
    } finally {
      studio.proxy.restore();
    }
  });
});

describe('the GitHub Actions steps', () => {
  interface Step {
    readonly uses?: string;
    readonly run?: string;
    readonly shell?: string;
    readonly env?: Readonly<Record<string, string>>;
  }

  /** Runs the steps of a job as the runner does, with the values that GitHub has for the expressions. */
  async function runJob(values: Readonly<Record<string, string>>): Promise<void> {
    const content = await shown('jenkins', 'GitHub Actions');
    const { steps } = parse(codeOf(content)) as { steps: readonly Step[] };
    const known: Readonly<Record<string, string>> = {
      [`secrets.${fieldOf(content, 'Name')}`]: fieldOf(content, 'Secret'),
      'github.head_ref || github.ref_name': 'release/2.1',
      'github.event.pull_request.head.sha || github.sha': commit,
      ...values,
    };
    const github = {
      GITHUB_WORKFLOW: 'Package',
      GITHUB_JOB: 'cook',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'harbor-games/harbor',
      GITHUB_RUN_ID: '9001',
      GITHUB_ACTOR: AUTHOR,
      GITHUB_ENV: join(machine.folder, 'github.env'),
    };
    await writeFile(github.GITHUB_ENV, '');
    for (const { run, shell, env = {} } of steps.filter((step) => step.uses === undefined)) {
      expect(shell).toBe('bash');
      const resolved = Object.entries(env).map(([name, text]) => {
        const value = known[/^\$\{\{ (.*) \}\}$/.exec(text)?.[1] ?? ''];
        if (value === undefined) throw new Error(`no value for ${text}`);
        return [name, value] as const;
      });
      const { stdout } = await machine.run('cat', [github.GITHUB_ENV], {});
      const kept = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('=') as [string, string]);
      await machine.run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run ?? ''], {
        env: { ...github, ...Object.fromEntries(kept), ...Object.fromEntries(resolved) },
      });
    }
  }

  const NUMBER =
    "github.run_attempt > 1 && format('{0}.{1}', github.run_number, github.run_attempt) || github.run_number";
  const values = (number: string, matrix: string) => ({
    'job.status': 'failure',
    "join(matrix.*, ', ')": matrix,
    [NUMBER]: number,
  });

  it('report a build with its log, branch, commit, duration and author', async () => {
    await runJob(values('88.2', ''));
    await expectComplete('88.2', {
      ci_job_name: 'Package / cook',
      build_url: 'https://github.com/harbor-games/harbor/actions/runs/9001',
    });
  });

  it('report each job of a matrix as a separate build', async () => {
    await runJob(values('89', 'win64, shipping'));
    await runJob(values('89', 'ps5, shipping'));
    expect(await studio.jobsOf('89', 2)).toEqual([
      'Package / cook (ps5, shipping)',
      'Package / cook (win64, shipping)',
    ]);
  });
});

describe('the scripts for other CI systems', () => {
  const env = (content: SetupContent, number: string) => ({
    SLIPWAY_TOKEN: fieldOf(content, 'SLIPWAY_TOKEN'),
    BUILD_NUMBER: number,
  });

  it('slipway-build.sh reports the build completely, and exits with its exit code', async () => {
    const content = await shown('jenkins', 'Other CI');
    const file = join(machine.folder, 'slipway-build.sh');
    await writeFile(file, codeOf(content));
    const ran = await machine.run('sh', [file, 'build.sh'], { env: env(content, '301') });
    expect([ran.code, ran.stdout.includes(LONG_LOG.error)]).toEqual([6, true]);
    await expectComplete('301', { ci_job_name: 'nightly' });
  });

  it('slipway-build.ps1 reports the build completely, and exits with its exit code', async () => {
    const content = await shown('jenkins', 'Other CI on Windows');
    const ran = await runPowershell(machine, codeOf(content), { env: env(content, '302'), args: ['build.sh'] });
    expect([ran.code, ran.stdout.includes(LONG_LOG.error)]).toEqual([6, true]);
    await expectComplete('302', { ci_job_name: 'nightly' });
  });
});

describe('the Notification plugin', () => {
  it('reports a build completely to the URL of the form', async () => {
    const content = await shown('jenkins', 'Jenkins plugin');
    const scm = { branch: 'origin/release/2.1', commit, culprits: [AUTHOR] };
    const status = { phase: 'COMPLETED', status: 'FAILURE', timestamp: Date.now(), duration: 125_000 };
    // The plugin chooses no lines; it sends the end.
    const log = [LONG_LOG.content, LONG_LOG.error, LONG_LOG.lastLine].join('\n');
    const build = { number: 77, full_url: 'https://ci.example.com/job/harbor/77/', ...status, scm, log };
    const { ok } = await fetch(fieldOf(content, 'URL'), {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify({ name: 'harbor', url: 'job/harbor/', build }),
    });
    expect(ok).toBe(true);
    await expectComplete('77', { ci_job_name: 'harbor', duration_seconds: 125 });
  });
});

describe('the Buildkite agent hook', () => {
  const SECRET = 'buildkite-webhook-token';
  beforeAll(() => studio.addSecret('buildkite', SECRET));

  async function hook(choice: string, number: string, log: string, status: string) {
    const script = codeOf(await shown('buildkite', choice));
    const file = join(machine.folder, `job-${number}.log`);
    await writeFile(file, log);
    const env = {
      BUILDKITE_JOB_LOG_TMPFILE: file,
      BUILDKITE_PIPELINE_SLUG: 'harbor-win64',
      BUILDKITE_BUILD_NUMBER: number,
      BUILDKITE_COMMAND_EXIT_STATUS: status,
    };
    return choice === 'Windows'
      ? runPowershell(machine, script, { env })
      : machine.run('sh', ['-c', script], { env });
  }

  it.each([
    ['Linux and macOS', '1204'],
    ['Windows', '1205'],
  ])('%s: adds the log to the build that the webhook reports', async (choice, number) => {
    expect(await hook(choice, number, LONG_LOG.content, '6')).toMatchObject({ code: 0 });
    const now = Date.now();
    await studio.sendBuildkite(SECRET, {
      event: 'build.finished',
      build: {
        number: Number(number),
        state: 'failed',
        branch: 'release/2.1',
        commit,
        creator: { name: AUTHOR, email: 'mara@example.com' },
        started_at: new Date(now - 125_000).toISOString(),
        finished_at: new Date(now).toISOString(),
      },
      pipeline: { slug: 'harbor-win64' },
    });
    // A job that ends later and passes does not replace the log of the failed one.
    expect(await hook(choice, number, 'Tests passed\n', '0')).toMatchObject({ code: 0 });
    await studio.outcomes('buildkite', number === '1204' ? 3 : 6);
    await expectComplete(number, { ci_job_name: 'harbor-win64', duration_seconds: 125 });
  });
});

describe('the packaging script for Unreal', () => {
  it('reports a build completely, and exits with the exit code of RunUAT', async () => {
    const token = await studio.tokenOf('game_engine');
    const [step] = setupOf('game_engine')?.steps({ baseUrl: studio.host, token, secret: null }) ?? [];
    await machine.install('RunUAT.sh', `cat '${machine.folder}/output.txt'; exit 25`);
    const env = { BUILD_NUMBER: '501', JOB_NAME: 'harbor-ps5' };
    expect(await machine.run('sh', ['-c', codeOf(step ?? {})], { env })).toMatchObject({ code: 25 });
    await expectComplete('501', { ci_job_name: 'harbor-ps5' });
  });
});
