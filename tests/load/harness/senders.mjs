/** Load: wrk for as much as a server takes, and a sender of our own for a constant rate. */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CORES } from './processes.mjs';

const LUA = { cook: script('cook.lua'), report: script('report.lua'), push: script('push.lua') };
const TICK_MS = 1;

function script(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Runs wrk and resolves with what it measured. Latencies are in milliseconds. */
export function runWrk(url, { seconds, connections = 64, headers = {}, lua, args = [], cores = CORES.both }) {
  const options = [
    ...['-c', cores, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(lua === undefined ? [url] : ['-s', LUA[lua], url, '--', ...args]),
  ];
  return new Promise((resolve, reject) => {
    const wrk = spawn('taskset', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    wrk.stdout.on('data', (chunk) => {
      out += chunk;
    });
    wrk.once('error', reject);
    wrk.once('exit', () => resolve(parseWrk(out)));
  });
}

const UNITS = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function parseWrk(out) {
  const latency = (share) => {
    const [, value, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s|m)`).exec(out) ?? [undefined, '0', 's'];
    return Number(value) * UNITS[unit];
  };
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0),
    answered: Number(/(\d+) requests in/.exec(out)?.[1] ?? 0),
    refused: Number(/Non-2xx or 3xx responses:\s+(\d+)/.exec(out)?.[1] ?? 0),
    p50: latency(50),
    p99: latency(99),
  };
}

/** CI reports, each of a new build, as fast as they are answered. Throws when one is refused. */
export async function sendReports(url, token, seconds, options = {}) {
  const result = await runWrk(url, { ...options, seconds, lua: 'report', args: ['/webhooks/ci', token] });
  if (result.refused > 0) throw new Error(`${result.refused} of ${result.answered} reports were refused`);
  return result;
}

/** The bytes of a POST request. */
export function toRequest(path, headers, body) {
  const lines = Object.entries({ host: 'slipway', 'content-type': 'application/json', ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST ${path} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** One connection, one request at a time. */
function openSocket({ hostname, port }, onAnswer) {
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < headEnd + 4 + length) return;
    const status = Number(text.slice(9, 12));
    const body = text.slice(headEnd + 4);
    text = '';
    onAnswer(status, body);
  });
  return socket;
}

/**
 * Sends requests at a constant rate, however long the answers take: `next(number)` returns the bytes of each. Returns a
 * function that stops it and resolves with the answers, each with the milliseconds since its request was due.
 */
export function sendSteadily(url, { perSecond, next, connections = 64, onAnswer }) {
  const answers = [];
  const waiting = [];
  const idle = [];
  let open = 0;
  let number = 0;
  const startedAt = performance.now();
  const lane = () => {
    let current;
    const socket = openSocket(new URL(url), (status, body) => {
      const answer = { ...current, status, body, ms: performance.now() - current.due };
      answers.push(answer);
      onAnswer?.(answer);
      open -= 1;
      const following = waiting.shift();
      if (following === undefined) idle.push(self);
      else self.send(following);
    });
    socket.on('error', (error) => {
      if (current !== undefined) answers.push({ ...current, status: error.code, ms: Number.POSITIVE_INFINITY });
    });
    const self = {
      socket,
      send(request) {
        current = request;
        socket.write(request.bytes);
      },
    };
    return self;
  };
  const lanes = Array.from({ length: connections }, lane);
  idle.push(...lanes);
  const timer = setInterval(() => {
    const elapsed = performance.now() - startedAt;
    for (; number < (elapsed / 1000) * perSecond; number += 1) {
      const request = { number, due: startedAt + (number / perSecond) * 1000, bytes: next(number) };
      open += 1;
      const free = idle.pop();
      if (free === undefined) waiting.push(request);
      else free.send(request);
    }
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    while (open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { socket } of lanes) socket.destroy();
    return answers;
  };
}

/** A value below which the given share of the values lies. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
