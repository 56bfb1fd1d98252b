import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { commandLine } from '../cli/command-line.js';
import { PATIENT } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const { slipway, home: folder } = await commandLine({ SLIPWAY_HOST: studio.host, ...PATIENT });

const asSender = async (provider: string) => ({ SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf(provider) });

describe('slipway diagnose', () => {
  const log = 'Building...\nAssets/Hero.cs(12,5): error CS1002: ; expected\nBuild FAILED.\n';

  it.each([
    ['UTF-8', Buffer.from(log)],
    ['UTF-16', Buffer.from(`\ufeff${log}`, 'utf16le')],
    ['gzip', gzipSync(log)],
  ])('finds the cause in a log as %s without a service', async (_, bytes) => {
    await writeFile(join(folder, 'build.log'), bytes);
    const { code, out } = await slipway(['diagnose', 'build.log', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ category: 'compile', key_line: 2, file: 'Assets/Hero.cs' });
    const report = await slipway(['diagnose', 'build.log', '--baseline', 'build.log']);
    expect(report).toMatchObject({ code: 0, out: expect.stringContaining('compared with a passing log') });
  });

  it('explains in one line why a log cannot be read', async () => {
    await writeFile(join(folder, 'empty.log'), '\n');
    expect((await slipway(['diagnose', 'none.log'])).err).toBe('error: none.log: no such file.\n');
    expect((await slipway(['diagnose', '.'])).err).toBe('error: . is a folder, not a log.\n');
    expect(await slipway(['diagnose', 'empty.log'])).toMatchObject({
      code: 1,
      err: 'error: empty.log is empty.\n',
    });
  });
});

describe('slipway send', () => {
  it('sends a signed event and links to its result', async () => {
    await studio.addSecret('github', 'tide-secret');
    const env = { ...(await asSender('github')), SLIPWAY_TOKEN: studio.apiToken };
    expect(await slipway(['send', 'github', 'push'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('401'),
    });
    const sent = await slipway(['send', 'github', 'push'], {
      env: { ...env, SLIPWAY_WEBHOOK_SECRET: 'tide-secret' },
    });
    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(sent.out).toMatch(/^github push is accepted as delivery \S+\n\w{8}: http:\S+\/changes\/\d+\n$/);
  });

  it('prints the request and a curl command instead of sending it', async () => {
    const { out } = await slipway(['send', 'perforce', '--dry-run']);
    expect(out).toMatch(/^POST http:\S+\/webhooks\/perforce\n/);
    expect(out).toContain('"stream": "//harbor/main"');
    expect(out).toMatch(/\ncurl -sS 'http:.*\n.*-H 'content-type: application\/json'/);
  });

  it('lists its events on request, and when the given one is unknown', async () => {
    const { out } = await slipway(['send', '--list']);
    expect(new Set(out.split('\n').map((line) => line.split('\t')[0])).size).toBeGreaterThanOrEqual(13);
    const unknown = await slipway(['send', 'jenkins', 'explosion']);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('started, success, failure') });
    expect((await slipway(['send', 'cvs'])).err).toContain('There is no provider cvs.');
  });
});

describe('slipway simulate', () => {
  const env = { SLIPWAY_TOKEN: studio.apiToken };
  const integration = async (provider: string) => [
    '--integration',
    `${provider}=${await studio.tokenOf(provider)}`,
  ];

  it('verifies that every accepted event is visible exactly once', async () => {
    const tools = await Promise.all(
      ['jenkins', 'perforce', 'deployment', 'game_engine', 'linear'].map(integration),
    );
    const args = ['simulate', '--rate', '60', '--duration', '2', '--seed', '3', ...tools.flat()];
    const { code, out, err } = await slipway(args, { env });
    const results = new Map(out.split('\n').map((line) => line.split('\t') as [string, string]));
    expect({ code, lost: results.get('lost'), doubled: results.get('doubled') }).toEqual({
      code: 0,
      lost: '0',
      doubled: '0',
    });
    expect(Number(results.get('accepted'))).toBeGreaterThanOrEqual(120);
    expect(results.get('visible')).toBe(results.get('accepted'));
    expect(results.get('lag p99')).toMatch(/^\d+\.\d\d s/);
    expect(err).toContain('seed 3');
  });

  it('stops early on Ctrl-C, finishes what it started, and still verifies', async () => {
    const interrupt = new AbortController();
    const onWrite = (text: string) => void (/accepted [1-9]/.test(text) && interrupt.abort());
    const args = ['simulate', '--rate', '20', '--duration', '600', ...(await integration('jenkins'))];
    const { code, out } = await slipway(args, { env, signal: interrupt.signal, onWrite });
    expect(code).toBe(0);
    expect(out).toMatch(/\nlost\t0\ndoubled\t0\n/);
    expect(out).not.toContain('unfinished');
  });

  it('exits with 1 if accepted events do not become visible', async () => {
    const other = await studio.make.studio();
    const elsewhere = await studio.make.integration(await studio.make.project(other.accountId), 'perforce');
    await writeFile(join(folder, 'perforce.token'), `${elsewhere.token}\n`);
    const args = ['simulate', '--rate', '2', '--duration', '1', '--integration', 'perforce=@perforce.token'];
    const { code, out, err } = await slipway([...args, '--settle', '1'], { env });
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/\nlost\t2\n/) });
    expect(err).toContain('2 events were lost');
  });

  it('refuses tools it cannot simulate, and tokens it cannot read', async () => {
    const tools = [...(await integration('jenkins')), ...(await integration('trello'))];
    expect(await slipway(['simulate', ...tools], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ no events from trello\.\n.*buildkite, deployment, diversion, /),
    });
    const unread = await slipway(['simulate', '--integration', 'jenkins=@none.token'], { env });
    expect(unread).toMatchObject({ code: 1, err: expect.stringMatching(/none\.token cannot be read/) });
  });
});

describe('slipway report', () => {
  it('reports a build with the details of its CI system', async () => {
    const jenkins = { JOB_NAME: 'harbor', BUILD_NUMBER: '900', GIT_BRANCH: 'origin/main', P4_CHANGELIST: '48213' };
    await writeFile(join(folder, 'build.log'), 'error C2065');
    const env = { ...(await asSender('jenkins')), ...jenkins };
    const ran = await slipway(['report', 'build', '--status', 'failure', '--log', 'build.log'], { env });
    expect(ran).toEqual({ code: 0, out: 'Reported build harbor #900, failure.\n', err: '' });
    expect(await studio.build('900', 'failed')).toMatchObject({
      changelist: '48213',
      branch: 'main',
      has_log: true,
    });
  });

  it('reports cooked assets, deployments and changes', async () => {
    await writeFile(join(folder, 'Hero.uasset'), 'cooked');
    const cook = ['report', 'cook', '--asset', 'Hero.uasset', '--number', '902', '--engine', 'unreal'];
    expect(await slipway(cook, { env: await asSender('game_engine') })).toMatchObject({ code: 0, err: '' });
    expect(await studio.asset('Hero.uasset')).toMatchObject({ version: 1 });
    const many = Array.from({ length: 1_001 }, (_, index) => [
      '--asset',
      index < 1_000 ? `Cooked/${index}.uasset` : 'Cooked/Last.wav',
    ]).flat();
    const cooked = await slipway(['report', 'cook', '--number', '902', ...many], {
      env: await asSender('game_engine'),
    });
    expect(cooked).toMatchObject({ code: 0, out: 'Reported asset_cooked of build #902.\n'.repeat(2) });
    await studio.asset('Cooked/Last.wav', 'audio');
    const deploy = [
      'report',
      'deploy',
      '--platform',
      'steam',
      '--event',
      'live',
      '--steam-app-id',
      '900',
      '--number',
      '902',
    ];
    expect(await slipway(deploy, { env: await asSender('deployment') })).toMatchObject({ code: 0, err: '' });
    await studio.deployment('900', 'live');
    const described = JSON.stringify({ change: '903', user: 'mira', desc: 'Relight', status: 'submitted' });
    const change = ['report', 'change', '--changelist', '903', '--describe'];
    const perforce = await slipway(change, { env: await asSender('perforce'), stdin: described });
    expect(perforce).toMatchObject({ code: 0, err: '' });
    await studio.change('903', 'Relight');
  });

  it('reports a build without its log if the log is missing or empty', async () => {
    await writeFile(join(folder, 'empty.log'), '');
    const env = await asSender('game_engine');
    const cook = ['report', 'cook', '--event', 'build_failed', '--number', '904', '--log', 'none.log', '--strict'];
    expect(await slipway(cook, { env })).toMatchObject({
      code: 0,
      err: 'Reported without a log: none.log: no such file.\n',
    });
    expect(await studio.build('904', 'failed')).toMatchObject({ has_log: false });
    const build = ['report', 'build', '--status', 'failure', '--job', 'early', '--number', '905'];
    const ran = await slipway([...build, '--log', 'empty.log', '--strict'], { env: await asSender('jenkins') });
    expect(ran).toMatchObject({ code: 0, err: 'Reported without a log: empty.log is empty.\n' });
    await studio.build('905', 'failed');
  });

  it.each([
    ['jenkins', ['report', 'build', '--job', 'long', '--number', '907', '--status', 'failure']],
    ['game_engine', ['report', 'cook', '--job', 'long', '--number', '908', '--event', 'build_failed']],
  ])(
    'sends the lines of a long log that matter, masked, with a mark for each cut (%s)',
    async (provider, args) => {
      const noise = Array.from({ length: 12_000 }, (_, n) => `[${n}/12000] Compile [x64] Module.Core.${n}.cpp`);
      const error = 'Source/Harbor/Crane.cpp(12): error C2065: undeclared identifier';
      const key = 'token ghp_abcdefghijklmnopqrstuvwxyz0123456789';
      const log = [...noise.slice(0, 500), error, key, ...noise.slice(500), 'Finished: FAILURE'].join('\n');
      expect(log.length).toBeGreaterThan(500_000);
      await writeFile(join(folder, 'long.log'), log);
      const ran = await slipway([...args, '--log', 'long.log'], { env: await asSender(provider) });
      expect(ran).toMatchObject({ code: 0, err: '' });
      const { id } = await studio.build(args[5] ?? '', 'failed');
      const { lines, truncated } = await studio.wholeLog(id);
      expect(truncated).toBe(true);
      expect(lines.join('\n').length).toBeLessThanOrEqual(256_000);
      expect([lines[0], lines.at(-1)]).toEqual([noise[0], 'Finished: FAILURE']);
      const at = lines.indexOf(error);
      expect(lines.slice(at - 3, at + 3)).toEqual([
        ...noise.slice(497, 500),
        error,
        'token [redacted: GitHub token]',
        noise[500],
      ]);
      expect(lines.filter((line) => /^\[… [\d,]+ lines were cut …\]$/.test(line))).toHaveLength(2);
    },
  );

  it('does not fail its caller without a token, unless it is strict', async () => {
    const args = ['report', 'build', '--status', 'success', '--job', 'x', '--number', '1'];
    expect(await slipway(args)).toMatchObject({
      code: 0,
      err: expect.stringContaining('SLIPWAY_WEBHOOK_TOKEN'),
    });
    expect(await slipway([...args, '--strict'])).toMatchObject({ code: 1 });
  });
});

describe('slipway report build with a signing secret', () => {
  beforeAll(() => studio.addSecret('jenkins', 'harbor-secret'));

  const report = async (number: string, status: string, secret: string, more: readonly string[] = []) =>
    slipway(['report', 'build', '--job', 'signed', '--number', number, '--status', status, '--strict', ...more], {
      env: { ...(await asSender('jenkins')), SLIPWAY_WEBHOOK_SECRET: secret },
    });

  it.each([
    ['queued', 'queued', false],
    ['preparing', 'preparing', false],
    ['running', 'building', false],
    ['success', 'completed', true],
    ['unstable', 'failed', true],
    ['not_built', 'cancelled', true],
    ['blocked', 'passed_pending_approval', true],
  ])('reports a build that is %s', async (word, status, isOver) => {
    const times = ['--started-at', '2026-11-16T08:00:00Z', '--finished-at', '2026-11-16T08:01:30Z'];
    const artifact = ['--artifact', 'Harbor.zip=https://files.example.com/Harbor.zip'];
    const sent = await report(`signed-${word}`, word, 'harbor-secret', [...artifact, ...(isOver ? times : [])]);
    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(await studio.build(`signed-${word}`, status)).toMatchObject({
      ci_job_name: 'signed',
      artifacts: [{ name: 'Harbor.zip' }],
      duration_seconds: isOver ? 90 : null,
    });
  });

  it('is refused if the secret is wrong', async () => {
    const wrong = await report('901', 'success', 'other');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('401') });
  });
});
