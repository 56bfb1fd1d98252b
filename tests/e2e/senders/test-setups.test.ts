import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SetupContent, setupOf } from '@slipway/providers/setups';
import { parse } from 'yaml';
import { checkout } from '../../architecture/tool.js';
import { runPowershell } from './powershell/run-powershell.js';
import { newMachine, type Ran } from './run.js';
import { startStudio } from './studio.js';

// Runs what the console tells people to paste in order to send test results, against the real service.

const studio = await startStudio();
const machine = await newMachine();
const sample = (name: string) => readFile(join(checkout, 'packages/reports/samples', name), 'utf8');

/** What the console shows for a way to send test results, with a token that works. */
async function codeOf(provider: string, choice: string): Promise<string> {
  const token = await studio.tokenOf(provider);
  const steps = setupOf(provider)?.steps({ baseUrl: studio.host, token, secret: null }) ?? [];
  const { choices = [] } = steps.find(({ title }) => title === 'Send test results') ?? {};
  const found: SetupContent | undefined = choices.find(({ label }) => label === choice);
  return found?.code?.text ?? '';
}

const stepIn = (jenkinsfile: string) =>
  (/\b(?:sh|powershell) '''(.*?)'''/s.exec(jenkinsfile)?.[1] ?? '').replaceAll('\\\n', '');

const runIn = (workflow: string) => (parse(workflow) as { run: string }[])[0]?.run ?? '';

beforeEach(async () => {
  await rm(join(machine.folder, 'results'), { recursive: true, force: true });
  await mkdir(join(machine.folder, 'results'));
  await writeFile(join(machine.folder, 'results/junit.xml'), await sample('junit/jest-junit.xml'));
});

/** Reports a build of a job, as the CI system would, and gives its id. */
async function startBuild(
  job: string,
  number: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = JSON.stringify({ job_name: job, build_number: number, status: 'success', ...more });
  const headers = { 'content-type': 'application/json', 'x-webhook-token': await studio.tokenOf('jenkins') };
  await fetch(`${studio.host}/webhooks/ci`, { method: 'POST', headers, body });
  return (await studio.build(number, 'completed')).id;
}

type Run = (code: string, env: Readonly<Record<string, string>>) => Promise<Ran>;
const shell: Run = (code, env) => machine.run('sh', ['-ec', code], { env });
const powershell: Run = (code, env) => runPowershell(machine, code, { env });

const REPO = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'harbor/harbor',
  GITHUB_RUN_ATTEMPT: '1',
};
const PAGE = 'https://github.com/harbor/harbor/actions/runs/9001';

interface Snippet {
  readonly provider: string;
  readonly choice: string;
  readonly run: Run;
  /** The script in what the console shows. */
  readonly scriptOf?: (code: string) => string;
  readonly env: Readonly<Record<string, string>>;
}

const JENKINS = { JOB_NAME: 'harbor/win64' };
const BUILDKITE = { BUILDKITE_PIPELINE_SLUG: 'harbor/win64', BUILDKITE_RETRY_COUNT: '0' };
const GITHUB = { GITHUB_WORKFLOW: 'harbor', GITHUB_JOB: 'win64', ...REPO, GITHUB_RUN_ID: '9001' };

const SNIPPETS: readonly Snippet[] = [
  { provider: 'jenkins', choice: 'Jenkins', run: shell, scriptOf: stepIn, env: JENKINS },
  { provider: 'jenkins', choice: 'Jenkins on Windows', run: powershell, scriptOf: stepIn, env: JENKINS },
  { provider: 'jenkins', choice: 'Other CI', run: shell, env: JENKINS },
  { provider: 'jenkins', choice: 'Other CI on Windows', run: powershell, env: JENKINS },
  { provider: 'jenkins', choice: 'GitHub Actions', run: shell, scriptOf: runIn, env: GITHUB },
  { provider: 'buildkite', choice: 'Linux and macOS', run: shell, env: BUILDKITE },
  { provider: 'buildkite', choice: 'Windows', run: powershell, env: BUILDKITE },
  { provider: 'github', choice: 'Workflow', run: shell, scriptOf: runIn, env: GITHUB },
];

it.each(SNIPPETS)('$provider, $choice: sends test results', async (snippet) => {
  const { provider, choice, run, scriptOf = String, env: own } = snippet;
  const number = String(1 + SNIPPETS.indexOf(snippet));
  const job = choice === 'GitHub Actions' ? 'harbor / win64' : 'harbor/win64';
  const build = await startBuild(job, number, provider === 'github' ? { build_url: PAGE } : {});
  const token = { SLIPWAY_TOKEN: await studio.tokenOf(provider) };
  const env = { ...own, ...token, BUILD_NUMBER: number, BUILDKITE_BUILD_NUMBER: number, SLIPWAY_NUMBER: number };
  const script = scriptOf(await codeOf(provider, choice));
  expect(await run(script, env)).toMatchObject({ code: 0, stderr: '' });
  const tests = await studio.tests(build, 7);
  expect(tests.filter(({ status }) => status === 'failed' || status === 'errored')).toHaveLength(3);
  expect(tests[0]?.suite).toBe('tests');
  // A missing report does not fail the build.
  await rm(join(machine.folder, 'results'), { recursive: true });
  expect(await run(script, env)).toMatchObject({ code: 0 });
});

describe('the scripts for engines', () => {
  beforeAll(async () => {
    const unreal = await sample('unreal/index.json');
    await writeFile(join(machine.folder, 'unreal.json'), unreal);
    await writeFile(join(machine.folder, 'unity.xml'), await sample('nunit3/unity-playmode.xml'));
    const folder = 'for arg; do case $arg in -ReportExportPath=*) out=$(echo "$arg" | cut -d= -f2) ;; esac; done';
    await machine.install(
      'UnrealEditor-Cmd',
      `${folder}; mkdir -p "$out"; cp unreal.json "$out/index.json"; exit 3`,
    );
    const file = 'while [ "$1" != -testResults ]; do shift; done; mkdir -p "$(dirname "$2")"';
    await machine.install('Unity', `${file}; cp unity.xml "$2"; case $2 in *PlayMode*) exit 2 ;; esac`);
  });

  it.each([
    { choice: 'Unreal', number: '21', code: 3, count: 7, suites: ['Automation'] },
    { choice: 'Unity', number: '22', code: 1, count: 14, suites: ['EditMode', 'PlayMode'] },
  ])('$choice: run the tests, send their results, and exit with their code', async (engine) => {
    const { choice, number, code, count, suites } = engine;
    const build = await startBuild('nightly', number);
    const script = await codeOf('game_engine', choice);
    const ran = await machine.run('sh', ['-c', script], { env: { BUILD_NUMBER: number } });
    expect(ran).toMatchObject({ code, stderr: '' });
    const tests = await studio.tests(build, count);
    expect(new Set(tests.map(({ suite }) => suite))).toEqual(new Set(suites));
  });
});

it('Buildkite’s collectors: the variables name the address and the token', async () => {
  const code = await codeOf('buildkite', 'Buildkite’s collectors');
  const print = 'printf "%s %s" "$BUILDKITE_ANALYTICS_BASE_URL" "$BUILDKITE_ANALYTICS_TOKEN"';
  const { stdout } = await machine.run('sh', ['-c', `${code}\n${print}`], { env: { SLIPWAY_TOKEN: 'abc' } });
  expect(stdout).toBe(`${studio.host}/webhooks/compat/v1/uploads abc`);
});
