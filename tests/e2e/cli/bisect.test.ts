import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commitHistory, startBisectedService } from './bisected-job.js';
import { commandLine } from './command-line.js';

const {
  service,
  proxy,
  failingJob,
  runsOf,
  machine: newMachine,
  accountId,
  userId,
} = await startBisectedService();
const { make, database } = service;

const COMMITS = 20;
const CULPRIT = 13;

/** A clone of a repository in which one of the commits broke the job, and a script that notes every revision it runs. */
async function brokenClone() {
  const project = await make.project(accountId);
  const machine = await newMachine(project.id);
  const hashes = await commitHistory(machine, COMMITS);
  const { problemId, addBuild } = await failingJob(project, { revisions: hashes });
  const ran = join(machine.home, 'ran');
  await writeFile(ran, '');
  const note = `echo "$(cat value) $SLIPWAY_REVISION" >> '${ran}'`;
  await machine.script('check', `${note}; test "$(cat value)" -lt ${CULPRIT}`);
  return {
    ...machine,
    project,
    problemId,
    hashes,
    note,
    addBuild,
    culprit: hashes[CULPRIT]?.slice(0, 8) ?? '',
    /** Another repository on the machine, which has a commit of its own. */
    async otherRepository(): Promise<string> {
      const folder = join(machine.home, 'other');
      machine.git('init', '-q', '-b', 'own', folder);
      const author = ['-c', 'user.name=Mara', '-c', 'user.email=mara@studio.test'];
      machine.git('-C', folder, ...author, 'commit', '-q', '--allow-empty', '-m', 'Begin');
      return folder;
    },
    /** The revisions at which the script ran. */
    ran: async () => (await readFile(ran, 'utf8')).split('\n').filter(Boolean),
  };
}

/** Every run that was made is counted, and none twice. */
async function expectEachRunOnce(clone: Awaited<ReturnType<typeof brokenClone>>): Promise<void> {
  const made = await clone.ran();
  const counted = await runsOf(clone.problemId);
  expect(counted.map(({ identifier }) => identifier)).toEqual(made.map((line) => line.split(' ')[1]));
}

const stateOf = async ({ home }: { readonly home: string }) =>
  readdir(join(home, '.local/state/slipway/bisect')).catch(() => []);

describe('slipway bisect run in a clone', () => {
  it('finds the commit that broke the job, and returns to the branch', async () => {
    const clone = await brokenClone();
    const { code, out, err } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, err]).toEqual([0, expect.stringContaining('Run 1 of at most 20: ')]);
    expect(out).toContain(`title:\t${clone.culprit} is the culprit: failed `);
    expect(out).toContain('state:\tfound\nsearch:\tended, ');
    expect(out).toMatch(/Runs:\n +1 {2}(passed|failed) +[0-9a-f]{8}\n/);
    await expectEachRunOnce(clone);
    expect((await clone.ran()).length).toBeLessThan(10);
    for (const line of await clone.ran()) {
      const [value, revision] = line.split(' ');
      expect(clone.hashes[Number(value)]).toBe(revision);
    }
    expect(clone.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(await stateOf(clone)).toEqual([]);
    const again = await clone.run(['bisect', 'status', '--problem', String(clone.problemId), '--jq', '.state']);
    expect(again.out).toBe('found\n');
  });

  it('finds it although a run fails by chance, with more runs', async () => {
    const clone = await brokenClone();
    const third = `test "$(wc -l < '${join(clone.home, 'ran')}')" -ne 3`;
    await clone.script('check', `${clone.note}; ${third} && test "$(cat value)" -lt ${CULPRIT}`);
    const { code, out } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, out]).toEqual([0, expect.stringContaining(`${clone.culprit} is the culprit`)]);
    await expectEachRunOnce(clone);
  });

  it('leaves out revisions that cannot be tested', async () => {
    const clone = await brokenClone();
    await clone.script(
      'check',
      `${clone.note}; v=$(cat value); test $v -eq 15 && exit 125; test $v -lt ${CULPRIT}`,
    );
    const { code, err } = await clone.run(['bisect', 'run', '--json', 'state', '--', 'check']);
    expect(code).toBe(0);
    expect(err).toContain('cannot be tested (exit code 125, ');
    const untestable = (await runsOf(clone.problemId)).filter(({ outcome }) => outcome === 'untestable');
    expect(untestable.map(({ identifier }) => identifier)).toEqual([clone.hashes[15]]);
  });

  it('writes nothing but JSON to standard output with --json', async () => {
    const clone = await brokenClone();
    await clone.script('check', `${clone.note}; echo loud; test "$(cat value)" -lt ${CULPRIT}`);
    const args = ['bisect', 'run', '--json', 'problem_id,state,runs', '--', 'check'];
    const { code, out, err } = await clone.run(args);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ problem_id: String(clone.problemId), state: 'found' });
    expect(err).toContain('loud\n');
  });

  it('refuses uncommitted changes before it starts a search', async () => {
    const clone = await brokenClone();
    await writeFile(join(clone.folder, 'value'), 'edited');
    const { code, err } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/changes that are not committed:\n {3}M value\nCommit/),
    ]);
    expect(await database.prisma.culpritSearch.count({ where: { problemId: clone.problemId } })).toBe(0);
    expect(await readFile(join(clone.folder, 'value'), 'utf8')).toBe('edited');
  });

  it('fetches commits that the clone lacks, once, and says if there are none', async () => {
    const clone = await brokenClone();
    const other = await clone.otherRepository();
    const args = ['bisect', 'run', '--', 'check'];
    const lacking = await clone.run(args, { folder: other });
    expect(lacking).toMatchObject({ code: 1, err: expect.stringContaining('does not contain the commit') });
    clone.git('-C', other, 'remote', 'add', 'origin', clone.folder);
    expect(await clone.run(args, { folder: other })).toMatchObject({ code: 0 });
    expect(clone.git('-C', other, 'symbolic-ref', '--short', 'HEAD')).toBe('own');
    await expectEachRunOnce(clone);
  });

  it.each([
    ['exit 127', 'was not found (exit code 127)'],
    ['exit 128', 'ended with exit code 128'],
    ['kill -SEGV $$', 'ended with the signal SIGSEGV'],
  ])('ends without a result if the command does %s', async (script, message) => {
    const clone = await brokenClone();
    await clone.script('check', script);
    const { code, err } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(await runsOf(clone.problemId)).toEqual([]);
    expect(clone.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect((await clone.run(['bisect', 'run', '--', './no-such-program'])).err).toContain('cannot be started');
  });
});

describe('slipway bisect run, interrupted', () => {
  /** Not until its output is closed: the command that it started still has that. */
  async function killed({ child }: Awaited<ReturnType<typeof waitingClone>>['running']): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Makes the script wait at its third run until a file exists. */
  async function waitingClone() {
    const clone = await brokenClone();
    const [ran, go] = ['ran', 'go'].map((name) => join(clone.home, name));
    const third = `test "$(wc -l < '${ran}')" -eq 2 && while test ! -e '${go}' -a -e '${ran}'; do sleep 0.05; done`;
    await clone.script('check', `echo waiting; ${third}; ${clone.note}; test "$(cat value)" -lt ${CULPRIT}`);
    const running = clone.start(['bisect', 'run', '--', 'check']);
    await running.writes('Run 3 of');
    return { clone, running, go: () => writeFile(go ?? '', '') };
  }

  it('goes on after kill -9, counts every result once, and returns to the branch', async () => {
    const { clone, running, go } = await waitingClone();
    await killed(running);
    // The orphaned script must not note a revision that nobody reports.
    await clone.script('check', `${clone.note}; test "$(cat value)" -lt ${CULPRIT}`);
    expect(clone.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    const { code, out } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, out]).toEqual([0, expect.stringContaining(`${clone.culprit} is the culprit`)]);
    expect(await runsOf(clone.problemId)).toHaveLength((await clone.ran()).length);
    expect(clone.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    await go();
  });

  it('returns to the branch after kill -9 even if the search has ended meanwhile', async () => {
    const { clone, running, go } = await waitingClone();
    await killed(running);
    await clone.run(['bisect', 'stop']);
    await database.prisma.culpritRun.deleteMany({ where: { search: { problemId: clone.problemId } } });
    for (let minute = 100; minute < 106; minute += 1) await clone.addBuild(COMMITS - 1, 'completed', minute);
    expect((await clone.run(['bisect', 'run', '--', 'check'])).code).toBe(5);
    expect(clone.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(await stateOf(clone)).toEqual([]);
    await go();
  });

  it('waits while the service is away, and loses and doubles nothing', async () => {
    const { clone, running, go } = await waitingClone();
    proxy.cut();
    await go();
    await running.writes('The service does not answer');
    await running.writes('Trying again in 2 s');
    proxy.restore();
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([0, expect.stringContaining('The service answers again.')]);
    await expectEachRunOnce(clone);
  });

  it('reports a result that was written down before the kill, once', async () => {
    const { clone, running, go } = await waitingClone();
    proxy.cut();
    await go();
    await running.writes('The service does not answer');
    await killed(running);
    const [name = ''] = await stateOf(clone);
    const file = join(clone.home, '.local/state/slipway/bisect', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    proxy.restore();
    const { code, err } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, err]).toEqual([0, expect.stringContaining('Reported the kept result: ')]);
    await expectEachRunOnce(clone);
    expect(await stateOf(clone)).toEqual([]);
  });

  it('stops on Ctrl-C without a result, returns to the branch, and says how to go on', async () => {
    const { clone, running } = await waitingClone();
    running.child.kill('SIGINT');
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([2, expect.stringContaining('The same command line goes on with the search')]);
    expect(await runsOf(clone.problemId)).toHaveLength(2);
    expect(clone.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    const stopped = await clone.run(['bisect', 'stop']);
    expect(stopped).toMatchObject({ code: 0, out: expect.stringMatching(/^No search .* is active now\.\n$/) });
  });
});

describe('slipway bisect run --sync', () => {
  it('runs the command of --sync with the revision', async () => {
    const clone = await brokenClone();
    const sync = "git checkout -q --force '{revision}'";
    const { code, out } = await clone.run(['bisect', 'run', '--sync', sync, '--', 'check']);
    expect([code, out]).toEqual([0, expect.stringContaining(`${clone.culprit} is the culprit`)]);
    await expectEachRunOnce(clone);
  });

  it('ends if that fails, or leaves the revision out with --skip-failed-sync', async () => {
    const clone = await brokenClone();
    const sync = `test {revision} != ${clone.hashes[15]} && git checkout -q --force {revision}`;
    const { code, err } = await clone.run(['bisect', 'run', '--sync', sync, '--', 'check']);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('--sync ended with exit code 1.\nWith --skip-failed'),
    ]);
    const skipping = await clone.run(['bisect', 'run', '--sync', sync, '--skip-failed-sync', '--', 'check']);
    expect(skipping.code).toBe(0);
    const runs = await runsOf(clone.problemId);
    expect(runs.filter(({ outcome }) => outcome === 'untestable')).toHaveLength(1);
  });
});

describe('the problem', () => {
  it('is the only open one that matches; several are listed', async () => {
    const clone = await brokenClone();
    const { project, hashes } = clone;
    const other = await failingJob(project, {
      revisions: hashes.slice(0, 3),
      jobName: 'Quay-Linux',
      hasChanges: true,
    });
    const several = await clone.run(['bisect', 'run', '--', 'check']);
    expect(several.code).toBe(1);
    expect(several.err).toMatch(/^error: 2 problems are open\.\nName one with --problem:\n {2}\d+: \S+ fails/);
    const none = await clone.run(['bisect', 'run', '--job', 'None', '--', 'check']);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('No open problem of the job "None".')]);
    const status = await clone.run([
      'bisect',
      'status',
      '--job',
      'Quay-Linux',
      '--json',
      'first_failed_build_run_id',
    ]);
    expect(JSON.parse(status.out)).toEqual({ first_failed_build_run_id: other.failedId });
  });

  it('is chosen on a terminal', async () => {
    const clone = await brokenClone();
    await failingJob(clone.project, { revisions: clone.hashes, jobName: 'Quay-Linux', hasChanges: true });
    const { slipway } = await commandLine(clone.settings);
    const answer = (line: string | null) =>
      slipway(['bisect', 'status'], { columns: 80, readLine: async () => line });
    expect(await answer('2')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Several problems are open:\n {2}1\) \d+: \S+ fails \(\S+\)\n {2}2\) /),
      out: expect.stringContaining('searching'),
    });
    expect(await answer('')).toMatchObject({ code: 0 });
    expect(await answer('3')).toMatchObject({ code: 2, out: '' });
    expect(await answer(null)).toMatchObject({ code: 2, out: '' });
  });

  it('is left to the build tool if that searches already', async () => {
    const clone = await brokenClone();
    const { problemId, project } = clone;
    await database.prisma.culpritSearch.create({
      data: {
        accountId,
        projectId: project.id,
        problemId,
        runsBy: 'ci',
        maxRuns: 20,
        startedById: userId,
        startedAt: new Date(),
        dueAt: new Date('2100-01-01'),
      },
    });
    const { code, err } = await clone.run(['bisect', 'run', '--', 'check']);
    expect([code, err]).toEqual([1, expect.stringContaining(`slipway bisect stop --problem ${problemId}`)]);
  });
});

it('exits with 5 if no change is to blame, and with 6 if the runs do not settle it', async () => {
  const harmless = await brokenClone();
  await harmless.script('check', `${harmless.note}; exit 0`);
  const passed = await harmless.run(['bisect', 'run', '--', 'check']);
  expect([passed.code, passed.out]).toEqual([5, expect.stringContaining('No change is to blame')]);
  const short = await brokenClone();
  const unsettled = await short.run(['bisect', 'run', '--runs', '2', '--', 'check']);
  expect([unsettled.code, unsettled.out]).toEqual([6, expect.stringContaining('state:\tunsettled')]);
});
