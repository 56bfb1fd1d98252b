/**
 * Stored logs: space, and the time to store, read, show a window and search, compared with gzip of whole logs. The logs are
 * made up, of the kind that Unreal's build tool writes on GitHub's runners; BENCH_LOGS names a file with real ones,
 * gzipped JSON lines with a `log` and, for the dictionary, the `cluster` of logs that are alike.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  compilePattern,
  createDictionary,
  createLogBuilder,
  createLogReader,
  decodeIndex,
  encodeIndex,
  FINISHED_QUALITY,
} from '@slipway/objects';
import { figure } from '../harness/figures.mjs';

const MADE_UP_LOGS = 24;
const LINES = 12_000;
const WINDOWS = 200;
const WINDOW_LINES = 200;
/** Enough for a good estimate; this quality takes twenty times as long. */
const FINISHED_SHARE = 8;
const START = { chunk: 0, line: 1 };
const EVERYTHING = { maxMatches: Number.POSITIVE_INFINITY, maxTextBytes: Number.POSITIVE_INFINITY };
const SEARCHES = {
  'a text': { text: 'undefined symbol', isExpression: false, isCaseSensitive: false },
  'an expression': { text: 'error [A-Z]+[0-9]{4}:', isExpression: true, isCaseSensitive: true },
};

/** A small generator of numbers that is the same in every run. */
function randomOf(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function madeUpLog(number) {
  const random = randomOf(number + 1);
  let time = Date.UTC(2026, 0, 1 + number, 3);
  const lines = Array.from({ length: LINES }, (_, index) => {
    time += random(60);
    const at = `${new Date(time).toISOString().slice(0, -1)}${String(random(10_000)).padStart(4, '0')}Z`;
    const file = `Module.Harbor.${index % 900}.cpp`;
    if (random(200) === 0)
      return `${at} Source/Harbor/Quay${random(400)}.cpp(${random(900)}): error C${2_000 + random(900)}: undeclared identifier`;
    if (random(3) === 0)
      return `${at} LogCook: Display: Cooked packages ${index} Packages Remain ${LINES - index} Total ${LINES}`;
    return `${at} [${index + 1}/${LINES}] Compile [x64] ${file} (${random(40)}.${random(100)} s)`;
  });
  return { text: `${lines.join('\r\n')}\r\n`, cluster: 'harbor' };
}

function readLogs() {
  const file = process.env.BENCH_LOGS;
  if (file === undefined) return Array.from({ length: MADE_UP_LOGS }, (_, number) => madeUpLog(number));
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line)).map(({ log, cluster }) => ({ text: log, cluster }));
}

/** Each log with its size and the log before it of the same kind. */
function withEarlier(logs) {
  const last = new Map();
  return logs.map((log) => {
    const earlier = last.get(log.cluster);
    if (log.cluster) last.set(log.cluster, log);
    return { ...log, bytes: Buffer.byteLength(log.text), earlier };
  });
}

async function store({ text }, { quality, dictionary = null } = {}) {
  const builder = createLogBuilder({
    isErrorLine: (line) => line.includes('error'),
    stepAt: () => null,
    dictionary,
    ...(quality !== undefined && { quality }),
  });
  const packed = [...(await builder.append(text)), ...(await builder.finish())];
  let offset = 0;
  const chunks = packed.map(({ bytes, summary }) => {
    const chunk = { ...summary, key: 'log', offset, sizeBytes: bytes.length };
    offset += bytes.length;
    return chunk;
  });
  const index = encodeIndex({ version: 1, chunks, dictionary: null });
  const object = Buffer.concat(packed.map(({ bytes }) => bytes));
  const readChunk = async (chunk) => object.subarray(chunk.offset, chunk.offset + chunk.sizeBytes);
  return {
    bytes: object.length + index.length,
    open: () => createLogReader({ index: decodeIndex(index), dictionary, readChunk }),
  };
}

/** The milliseconds that something takes for all logs, and its results. */
async function timed(logs, work) {
  const results = [];
  const startedAt = performance.now();
  for (const log of logs) results.push(await work(log));
  return { ms: performance.now() - startedAt, results };
}

async function count(lines) {
  let read = 0;
  for await (const _ of lines) read += 1;
  return read;
}

async function readAll({ open }) {
  let length = 0;
  for await (const text of open().text()) length += text.length;
  return length;
}

function timeWindows(stored) {
  const picked = Array.from({ length: WINDOWS }, (_, number) => stored[(number * 7) % stored.length]);
  return timed(picked, ({ open }) => count(open().tail(WINDOW_LINES)));
}

/** The last lines of a gzipped log, of which all must be decompressed. */
function timeGzipWindows(zipped) {
  const picked = Array.from({ length: WINDOWS }, (_, number) => zipped[(number * 7) % zipped.length]);
  return timed(picked, async (bytes) => gunzipSync(bytes).toString().split('\n').slice(-WINDOW_LINES).length);
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

async function measureDictionary(logs) {
  const later = logs.filter(({ earlier }) => earlier !== undefined);
  if (later.length === 0) return null;
  const { results } = await timed(later, async (log) =>
    store(log, { dictionary: await createDictionary(log.earlier.text) }),
  );
  return sumOf(results.map(({ bytes }) => bytes)) / sumOf(later.map(({ bytes }) => bytes));
}

async function measureSearches(stored, bytes, add) {
  for (const [name, pattern] of Object.entries(SEARCHES)) {
    const matches = compilePattern(pattern);
    const { ms } = await timed(stored, ({ open }) => open().search(matches, START, EVERYTHING));
    add(`search for ${name}`, bytes / 1_000 / ms);
  }
}

async function measureRound(logs, add) {
  const bytes = sumOf(logs.map((log) => log.bytes));
  const zip = await timed(logs, async ({ text }) => gzipSync(text));
  const kept = await timed(logs, (log) => store(log));
  const zippedBytes = sumOf(zip.results.map(({ length }) => length));
  const keptBytes = sumOf(kept.results.map((one) => one.bytes));
  add('space', keptBytes / zippedBytes);
  add('space per byte', keptBytes / bytes);
  add('time to store', kept.ms / zip.ms);
  const few = logs.filter((_, place) => place % FINISHED_SHARE === 0);
  const finished = await timed(few, (log) => store(log, { quality: FINISHED_QUALITY }));
  add(
    'space per byte, finished',
    sumOf(finished.results.map((one) => one.bytes)) / sumOf(few.map((log) => log.bytes)),
  );
  const withDictionary = await measureDictionary(logs);
  if (withDictionary !== null) add('space per byte, dictionary', withDictionary);
  const unzip = await timed(zip.results, async (one) => gunzipSync(one).toString().length);
  add('time to read', (await timed(kept.results, readAll)).ms / unzip.ms);
  add('time of a window', (await timeWindows(kept.results)).ms / (await timeGzipWindows(zip.results)).ms);
  await measureSearches(kept.results, bytes, add);
}

const FIGURES = [
  { key: 'space', name: 'stored logs: space, ÷ gzip of whole logs', aim: 1 },
  { key: 'space per byte', name: 'stored logs: bytes per byte of text', unit: 'B' },
  { key: 'space per byte, finished', name: 'the same, compressed again when finished', unit: 'B' },
  {
    key: 'space per byte, dictionary',
    name: 'the same, with an earlier log of the job as the dictionary',
    unit: 'B',
    aim: 0.07,
  },
  { key: 'time to store', name: 'stored logs: time to store, ÷ gzip' },
  { key: 'time to read', name: 'stored logs: time to read all, ÷ gunzip' },
  {
    key: 'time of a window',
    name: `stored logs: the last ${WINDOW_LINES} lines, ÷ gunzip of the whole log`,
    aim: 1,
  },
  { key: 'search for a text', name: 'stored logs: search for a text', unit: 'MB/s', better: 'higher' },
  {
    key: 'search for an expression',
    name: 'stored logs: search for an expression',
    unit: 'MB/s',
    better: 'higher',
  },
];

export async function run({ rounds, say }) {
  const logs = withEarlier(readLogs());
  const found = new Map(FIGURES.map(({ key }) => [key, []]));
  say(`${logs.length} logs of ${Math.round(sumOf(logs.map(({ bytes }) => bytes)) / 1e6)} MB`);
  for (let round = 0; round < rounds; round++) {
    await measureRound(logs, (key, value) => found.get(key).push(value));
    say(
      `round ${round + 1}: ${FIGURES.map(({ key }) => `${key} ${found.get(key).at(-1)?.toFixed(4)}`).join(', ')}`,
    );
  }
  return FIGURES.filter(({ key }) => found.get(key).length > 0).map(({ key, name, aim, unit, better = 'lower' }) =>
    figure(name, { better, aim, ...(unit && { unit }), samples: { now: found.get(key) } }),
  );
}
