import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach } from '@jest/globals';
import { eventually, testProxy } from '@slipway/testing';
import { checkout } from '../../architecture/tool.js';
import { startService } from '../service.js';
import { type Run, temporaryFolder } from './command-line.js';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 1);

export interface JobOptions {
  /** The revision that passed, then those that came after it; the newest failed. */
  readonly revisions: readonly string[];
  readonly sourceType?: 'GitCommit' | 'Changelist';
  readonly jobName?: string;
  /** Set for another job of the same changes. */
  readonly hasChanges?: boolean;
}

const program = join(checkout, 'apps/cli/dist/main.js');

/** The service behind a proxy, and jobs in it that fail because of one of many changes. */
export async function startBisectedService() {
  const service = await startService({ GENERAL_RATE_LIMIT: '1000000' });
  const { make, database } = service;
  const { prisma } = database;
  const { accountId, userId } = await make.studio();
  const { token } = await make.apiToken(userId);
  const proxy = await testProxy(service.apiUrl);

  /** A job of a project that passed at the first revision and fails at the last one. */
  async function failingJob(project: Awaited<ReturnType<typeof make.project>>, options: JobOptions) {
    const { revisions, sourceType = 'GitCommit', jobName = 'Harbor-Win64', hasChanges } = options;
    const at = (index: number) => new Date(START + index * MINUTE_MS);
    for (const [index, identifier] of hasChanges ? [] : revisions.entries())
      await make.change(project, {
        identifier,
        displayIdentifier: sourceType === 'Changelist' ? `CL ${identifier}` : identifier.slice(0, 8),
        sourceType,
        repository: String(project.id),
        branch: 'main',
        timestamp: at(index),
      });
    const addBuild = (index: number, status: 'completed' | 'failed', minute = index) => {
      const revision = revisions[index] ?? '';
      const named = sourceType === 'Changelist' ? { changelist: revision } : { commitHash: revision };
      const times = { startedAt: at(minute), finishedAt: at(minute), statusAt: at(minute) };
      return make.buildRun(project, { ...named, ...times, status, jobName, branch: 'main' });
    };
    await addBuild(0, 'completed');
    const last = revisions.length - 1;
    const failed = await addBuild(last, 'failed');
    const seen = { lastSeenAt: at(last), lastBuildRunId: failed.id };
    const { id } = await prisma.problem.create({
      data: {
        accountId,
        projectId: project.id,
        fingerprint: jobName.padEnd(64, 'f'),
        category: 'test',
        title: `${jobName} fails`,
        jobs: { create: { ...seen, integrationId: 1, jobKey: jobName, jobName, branch: 'main' } },
        firstSeenAt: at(last),
        ...seen,
        firstBuildRunId: failed.id,
      },
    });
    await prisma.problemBuild.create({ data: { problemId: id, buildRunId: failed.id, seenAt: at(last) } });
    return { problemId: Number(id), failedId: String(failed.id), addBuild };
  }

  return {
    service,
    proxy,
    accountId,
    userId,
    token,
    failingJob,
    /** Runs of the newest search of a problem, oldest first, as the service counts them. */
    runsOf: (problemId: number) =>
      prisma.culpritRun.findMany({ where: { search: { problemId } }, orderBy: { id: 'asc' } }),
    async machine(projectId: number) {
      const home = await temporaryFolder();
      return localMachine(home, {
        SLIPWAY_HOST: proxy.url.replace(/\/$/, ''),
        SLIPWAY_TOKEN: token,
        SLIPWAY_PROJECT: String(projectId),
      });
    },
  };
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

/** A machine with a folder to work in, on which the program runs as a process of its own. */
async function localMachine(home: string, env: Readonly<Record<string, string>>) {
  const folder = join(home, 'work');
  const bin = join(home, 'bin');
  await mkdir(folder);
  await mkdir(bin);
  const environment = {
    ...env,
    PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
  };

  function start(args: readonly string[], { env: more = {}, folder: cwd = folder }: StartOptions = {}) {
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...environment, ...more } });
    children.add(child);
    const written = { out: '', err: '' };
    child.stdin.end();
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      written.out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      written.err += chunk;
    });
    const ended = new Promise<Run>((resolve) => {
      child.once('close', (code) => resolve({ code: code ?? -1, ...written }));
    });
    /** Waits until it has written a text. */
    const writes = (text: string) =>
      eventually(
        `the program writes ${text}`,
        async () => (written.err + written.out).includes(text) || undefined,
      );
    return { child, ended, writes };
  }

  return {
    home,
    folder,
    settings: env,
    start,
    run: (args: readonly string[], options?: StartOptions) => start(args, options).ended,
    git: (...args: string[]) =>
      execFileSync('git', args, { cwd: folder, env: environment, encoding: 'utf8' }).trim(),
    /** Puts a program on the PATH. */
    script: (name: string, content: string) =>
      writeFile(join(bin, name), `#!/bin/sh\n${content}\n`, { mode: 0o755 }),
  };
}

export type Machine = Awaited<ReturnType<typeof localMachine>>;

const children = new Set<ChildProcess>();
// Before the folders are removed, in which they write.
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** Makes commits that count up in the file `value`, and returns their hashes, oldest first. */
export async function commitHistory({ git, folder }: Machine, count: number): Promise<string[]> {
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Mara');
  git('config', 'user.email', 'mara@studio.test');
  const hashes: string[] = [];
  for (let value = 0; value < count; value += 1) {
    await writeFile(join(folder, 'value'), String(value));
    git('add', 'value');
    git('commit', '-q', '-m', `Count to ${value}`);
    hashes.push(git('rev-parse', 'HEAD'));
  }
  return hashes;
}
