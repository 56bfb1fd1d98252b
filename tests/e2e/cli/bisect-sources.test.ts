import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { startBisectedService } from './bisected-job.js';
import { startOtherServer } from './other-server.js';

const { service, token, failingJob, runsOf, machine: newMachine, accountId } = await startBisectedService();
const { make, database } = service;

const CHANGELISTS = Array.from({ length: 12 }, (_, index) => String(4_700 + 3 * index));
const CULPRIT = 4_724;

async function brokenDepot() {
  const project = await make.project(accountId);
  const machine = await newMachine(project.id);
  const job = await failingJob(project, { revisions: CHANGELISTS, sourceType: 'Changelist' });
  return { ...machine, ...job, project };
}

describe('slipway bisect run in a Perforce workspace', () => {
  it('synchronizes the workspace to each changelist', async () => {
    const { home, folder, script, run, problemId } = await brokenDepot();
    await writeFile(join(folder, '.p4config'), 'P4CLIENT=mara-harbor\n');
    const calls = join(home, 'calls');
    // Writes what the depot contains at a changelist.
    const sync = `echo "\${2#@}" > value; echo "//depot/value#1 - updating"`;
    await script('p4', `echo "$*" >> '${calls}'; case "$1" in sync) ${sync} ;; esac`);
    await script('check', `test "$(cat value)" = "$SLIPWAY_REVISION" && test "$(cat value)" -lt ${CULPRIT}`);
    const { code, out, err } = await run(['bisect', 'run', '--', 'check']);
    expect([code, out]).toEqual([0, expect.stringContaining(`title:\tCL ${CULPRIT} is the culprit`)]);
    expect(err).not.toContain('updating');
    const synced = (await readFile(calls, 'utf8')).split('\n').filter((line) => line.startsWith('sync '));
    const counted = await runsOf(problemId);
    expect(synced).toEqual(counted.map(({ identifier }) => `sync @${identifier}`));
  });

  it('says what p4 says if that fails, and warns of open files', async () => {
    const { script, run } = await brokenDepot();
    const failing = `echo "Client 'harbor' unknown - use 'client' command to create it." >&2; exit 1`;
    await script('p4', `case "$1" in sync) ${failing} ;; opened) echo '//depot/value#1 - edit' ;; esac`);
    const { code, err } = await run(['bisect', 'run', '--', 'check'], { env: { P4CLIENT: 'harbor' } });
    expect([code, err]).toEqual([1, expect.stringContaining("Client 'harbor' unknown")]);
    expect(err).toContain('Files are open in the Perforce workspace.');
  });

  it('does not start the command after a Ctrl-C while p4 synchronizes', async () => {
    const { home, script, start, problemId } = await brokenDepot();
    const [reached, go] = [join(home, 'reached'), join(home, 'go')];
    const wait = `touch '${reached}'; while test ! -e '${go}' -a -e '${reached}'; do sleep 0.05; done`;
    await script('p4', `case "$1" in sync) ${wait} ;; esac`);
    // Nobody else would end it.
    await script('check', 'exec sleep 600');
    const running = start(['bisect', 'run', '--', 'check'], { env: { P4CLIENT: 'harbor' } });
    const hasReached = async () => (await readdir(home)).includes('reached') || undefined;
    await eventually('p4 synchronizes', hasReached, 30_000);
    running.child.kill('SIGINT');
    await writeFile(go, '');
    expect(await running.ended).toMatchObject({ code: 2, err: expect.stringContaining('Interrupted.') });
    expect(await runsOf(problemId)).toEqual([]);
  });

  it('names the ways to get a revision if the folder offers none', async () => {
    const { run } = await brokenDepot();
    const { code, err } = await run(['bisect', 'run', '--', 'check']);
    expect([code, err]).toEqual([1, expect.stringContaining('use --sync or --archive')]);
  });
});

describe('slipway bisect run --archive', () => {
  /** Builds of all changelists but some, in a store that wants a header and redirects to another host. */
  async function archivedBuilds({ without = [] as string[], file = 'Game-Win64.tar.gz' } = {}) {
    const depot = await brokenDepot();
    const { home, project } = depot;
    const packed = join(home, 'packed');
    await mkdir(packed);
    const mirror = await startOtherServer(async ({ url = '' }, response) => {
      response.end(await readFile(join(packed, url)));
    });
    const store = await startOtherServer(({ url = '', headers }, response) => {
      if (headers['x-store-key'] !== 'sesame') return response.writeHead(403).end();
      return response
        .writeHead(302, { location: `${mirror.address.replace('127.0.0.1', 'localhost')}${url}` })
        .end();
    });
    for (const [index, changelist] of CHANGELISTS.entries()) {
      const content = join(home, 'content');
      await mkdir(content, { recursive: true });
      await writeFile(join(content, 'version'), changelist);
      const archive = join(packed, `${changelist}-${file}`);
      if (file.endsWith('.zip')) execFileSync('zip', ['-q', archive, 'version'], { cwd: content });
      else execFileSync('tar', ['-czf', archive, '-C', content, 'version']);
      if (without.includes(changelist)) continue;
      const artifacts = [
        { name: 'symbols.txt', url: `${store.address}/symbols.txt`, sizeBytes: 10 },
        { name: `out/${file}`, url: `${store.address}/${changelist}-${file}`, sizeBytes: 2_048 },
      ];
      const at = new Date(Date.UTC(2026, 9, 1) + index * 60_000);
      const times = { startedAt: at, finishedAt: at, statusAt: at };
      const { id } = await make.buildRun(project, { changelist, jobName: 'Package', branch: 'main', ...times });
      const data = artifacts.map((artifact) => ({ ...artifact, buildRunId: id }));
      await database.prisma.buildArtifact.createMany({ data });
    }
    await depot.script('smoke', `test "$(cat "$SLIPWAY_ARCHIVE_DIR/version")" -lt ${CULPRIT}`);
    const cached = () => readdir(join(home, '.cache/slipway/archives')).catch(() => []);
    return { ...depot, store, mirror, cached };
  }
  const bisect = ['bisect', 'run', '--archive', 'Game-*', '--', 'smoke'];
  const env = { SLIPWAY_ARCHIVE_HEADER: 'X-Store-Key: sesame' };

  it.each(['Game-Win64.tar.gz', 'Game-Win64.zip'])(
    'runs the command with the unpacked %s of each revision; the store sees its own header and nobody the token',
    async (file) => {
      const { run, store, mirror, cached, problemId } = await archivedBuilds({ file });
      const { code, out, err } = await run(bisect, { env });
      expect([code, out]).toEqual([0, expect.stringContaining(`title:\tCL ${CULPRIT} is the culprit`)]);
      expect(err).toContain(`out/${file}, 2.0 KiB`);
      const different = new Set((await runsOf(problemId)).map(({ identifier }) => identifier));
      expect([store.seen.length, mirror.seen.length]).toEqual([different.size, different.size]);
      expect(await cached()).toHaveLength(different.size);
      expect(JSON.stringify([...store.seen, ...mirror.seen].map(({ headers }) => headers))).not.toContain(token);
      expect(mirror.seen.filter(({ headers }) => 'x-store-key' in headers)).toEqual([]);
    },
  );

  it('a revision without such an artifact cannot be tested', async () => {
    const without = CHANGELISTS.filter(
      (changelist) => Number(changelist) % 2 === 0 && Number(changelist) !== CULPRIT,
    );
    const { run, problemId } = await archivedBuilds({ without });
    const { code, err } = await run(bisect, { env });
    expect(code).toBe(0);
    const runs = await runsOf(problemId);
    for (const { identifier, outcome } of runs)
      expect(outcome === 'untestable').toBe(without.includes(identifier));
    expect(err.includes('has an artifact named Game-*.')).toBe(
      runs.some(({ outcome }) => outcome === 'untestable'),
    );
  });

  it('explains a store that refuses, a host that is not meant, and a header that is none', async () => {
    const { run, store } = await archivedBuilds();
    expect((await run(bisect)).err).toContain('Give the sign-in of the store with --archive-header.');
    const elsewhere = [...bisect.slice(0, 4), '--archive-host', 'artifacts.test', '--', 'smoke'];
    const before = store.seen.length;
    expect((await run(elsewhere, { env })).err).toContain('which --archive-host does not name');
    expect(store.seen).toHaveLength(before);
    const wrong = await run(bisect, { env: { SLIPWAY_ARCHIVE_HEADER: 'sesame' } });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('must be `Name: value`')]);
  });
});
