import { execFile, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { temporaryFolder } from './command-line.js';
import { startPipeline } from './pipeline.js';

const run = promisify(execFile);
const source = join(import.meta.dirname, '../../../apps/cli');
const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };

/** Packs the command line, installs the tarball without a registry, and returns the folder of its program. */
async function install(): Promise<string> {
  const folder = await temporaryFolder();
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const prefix = join(folder, 'prefix');
  await run('npm', ['install', '-g', '--offline', '--prefix', prefix, join(folder, filename)], { cwd: folder });
  const packages = join(prefix, 'lib', 'node_modules', '@slipway');
  expect(await readdir(packages)).toEqual(['cli']);
  expect((await readdir(join(packages, 'cli'), { recursive: true })).toSorted()).toEqual([
    'dist',
    'dist/LICENCES.txt',
    'dist/slipway-mcp.mjs',
    'dist/slipway.mjs',
    'package.json',
  ]);
  return join(prefix, 'bin');
}

const { service, host, token, project, ids } = await startPipeline();
const bin = await install();
const settings = { SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: String(project.id) };
const exported = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
// Otherwise the program would inherit Jest's options.
const prepare = [...exported, `export PATH='${bin}':"$PATH"`, 'unset NODE_OPTIONS', ''].join('; ');
const bash = (script: string) => run('bash', ['-c', prepare + script]);

/** Starts the program, sends Ctrl-C when it has written something, and returns how it ended. */
async function interrupt(args: readonly string[]) {
  const script = `${prepare}exec slipway ${args.join(' ')}`;
  const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  await eventually('the command writes', async () => (out === '' ? undefined : true));
  child.kill('SIGINT');
  return { code: await ended, err };
}

/** Runs a script, types keys when it has written a text, and returns what it wrote and how it ended. */
async function typeInto(script: string, { after, keys }: { readonly after: string; readonly keys: string }) {
  const child = spawn('bash', ['-c', prepare + script], { stdio: ['pipe', 'pipe', 'inherit'] });
  let seen = '';
  child.stdout.on('data', (chunk) => {
    seen += chunk;
  });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  await eventually('the command asks', async () => seen.includes(after) || undefined);
  child.stdin.write(keys);
  return { code: await ended, seen };
}

describe('the installed program', () => {
  it('prints its version, and starts without other packages', async () => {
    expect((await bash('slipway --version')).stdout).toBe(`${manifest.version}\n`);
    expect((await bash('slipway project list')).stdout).toContain(project.name);
    expect((await bash('slipway build list --jq length')).stdout).toBe('3\n');
  });

  it.each(['slipway send --list', 'slipway report outbox list', 'slipway simulate --help'])(
    'writes nothing but its result: %s',
    async (command) => {
      expect((await bash(command)).stderr).toBe('');
    },
  );

  it('includes the licenses of the packages bundled into it', async () => {
    const folder = join(bin, '../lib/node_modules/@slipway/cli/dist');
    const licences = await readFile(join(folder, 'LICENCES.txt'), 'utf8');
    for (const name of ['commander', 'jq-wasm', 'picocolors', '@modelcontextprotocol/server', 'zod', 'typebox'])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    expect(licences).toContain('Copyright (c) 2011 TJ Holowaychuk');
    expect(licences).not.toContain('@slipway/');
    // Its license notice is a comment in another package's code.
    expect(await readFile(join(folder, 'slipway-mcp.mjs'), 'utf8')).toContain('Copyright(c) 2015 Douglas');
  });

  it('does not echo a pasted token, stores it, and exits with 2 on Ctrl-C', async () => {
    const config = await temporaryFolder();
    const login = `slipway auth login --with-token --host ${host}`;
    const script = `unset SLIPWAY_TOKEN; export XDG_CONFIG_HOME='${config}'; script -qec '${login}' /dev/null`;
    expect(await typeInto(script, { after: 'Paste the token', keys: '\u0003' })).toMatchObject({ code: 2 });
    const { code, seen } = await typeInto(script, { after: 'Paste the token', keys: `${token}\r` });
    expect(code).toBe(0);
    expect(seen).not.toContain(token.slice(0, 8));
    expect(await readFile(join(config, 'slipway', 'logins.json'), 'utf8')).toContain(token);
  });

  it('includes the MCP server, which uses the same credentials', async () => {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const { stdout } = await bash(`echo '${request}' | slipway-mcp`);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'slipway' } } });
  });

  it('writes a table to a real terminal, and tab-separated values into a pipe', async () => {
    const { stdout: seen } = await bash('script -qec "stty cols 70; slipway build list" /dev/null < /dev/null');
    expect(seen).toMatch(/ID +STATUS +JOB/);
    expect(seen).toContain('\u001B[');
    expect((await bash('slipway build list | cat')).stdout).toMatch(/^\d+\tbuilding\tHarbor-Win64\t/);
  });

  it('opens the page of a record in the browser', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > ${folder}/opened\n`, { mode: 0o755 });
    const open = `export PATH='${folder}':"$PATH"; script -qec 'slipway open build ${ids.build}' /dev/null < /dev/null`;
    expect((await bash(open)).stdout).toContain('Opened http');
    // The file is created before it has content.
    const readOpened = async () => (await readFile(join(folder, 'opened'), 'utf8').catch(() => '')) || undefined;
    const opened = await eventually('the browser starts', () => readOpened());
    expect(opened).toBe(`${host}/projects/${project.id}/builds/${ids.build}\n`);
  });

  it.each([[['build', 'watch', ids.running]], [['events', '--follow']]])(
    'exits from slipway %j with 2 on Ctrl-C, without a message',
    async (args) => {
      expect(await interrupt(args)).toEqual({ code: 2, err: '' });
    },
  );

  it('exits quietly when a pipe is closed early', async () => {
    const content = Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join('\n');
    const log = { create: { content, receivedAt: new Date() } };
    const { id } = await service.make.buildRun(project, { status: 'failed', hasLog: true, log });
    const { stdout, stderr } = await bash(`slipway build log ${id} | head -n 1; echo "\${PIPESTATUS[0]}"`);
    expect({ stdout, stderr }).toEqual({ stdout: 'line 0\n0\n', stderr: '' });
  });

  it('completes commands, options and their values in bash', async () => {
    const complete = async (...words: string[]) => {
      const line = ['slipway', ...words].map((word) => `'${word}'`).join(' ');
      const script = `eval "$(slipway completion bash)"; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _slipway`;
      return (await bash(`${script}; echo "\${COMPREPLY[@]}"`)).stdout.trim();
    };
    expect(await complete('bui')).toBe('build');
    expect(await complete('builds', 'l')).toBe('list log');
    expect(await complete('build', 'list', '--st')).toBe('--status');
    expect(await complete('build', 'list', '--status', 'p')).toBe('preparing passed_pending_approval');
    expect(await complete('open', 'set')).toBe('settings');
    expect(await complete('open', '--host', 'x', 'set')).toBe('settings');
    expect(await complete('--host', 'x', 'open', '-p', '1', 'set')).toBe('settings');
    expect(await complete('--host', 'x', 'bui')).toBe('build');
    expect(await complete('open', 'settings', 'set')).toBe('');
  });
});
