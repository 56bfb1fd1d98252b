/** Processes under measurement: how they start, which cores they use, and what they cost. */
import { execFileSync, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { profilingArguments } from './profiles.mjs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
export const CORES = { measured: '0', others: '1', both: '0,1' };

/** Restricts a process, all its threads and what it starts from now on, to the cores. */
export function pin(pid, cores) {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a process; resolves when it reports that it is ready. */
export async function start(script, env, cores = CORES.both) {
  const child = fork(script, {
    env: { ...process.env, ...env },
    execArgv: profilingArguments(process.env.BENCH_PROFILES, script),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  pin(child.pid, cores);
  return {
    pid: child.pid,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs `work` with servers that have started, each with its address and process id. Those that wait cost nothing. */
export async function servingAll(servers, cores, work) {
  const started = [];
  try {
    for (const server of servers) {
      const port = await freePort();
      const child = await start(server.script, { ...server.env, PORT: String(port) }, cores);
      started.push({ ...server, ...child, url: `http://127.0.0.1:${port}` });
    }
    return await work(started);
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
}

/** Runs `work` with the address and process id of a started server. */
export function serving(script, env, cores, work) {
  return servingAll([{ script, env }], cores, ([{ url, pid }]) => work(url, pid));
}

function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1]),
    own: Number(fields[11]) + Number(fields[12]),
    ended: Number(fields[13]) + Number(fields[14]),
  };
}

/** Seconds of processor time that the processes and their children have used, ended children included. */
export function cpuSeconds(pids) {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const { parent, own, ended } = statOf(name);
      if (pids.includes(Number(name))) ticks += own + ended;
      else if (pids.includes(parent)) ticks += own;
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks / TICKS_PER_SECOND;
}

/** Resident megabytes of a process. */
export function residentMb(pid, field = 'VmRSS') {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]) / 1024;
}
