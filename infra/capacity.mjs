/**
 * `npm run capacity` prints what 1,000, 10,000 and 100,000 events a second need, from the last results of
 * `npm run bench -- cost`. `--record` also writes the table into infra/docs/operate/capacity.md, and the results beside it.
 * infra/docs/operate/capacity.md describes the options.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ASSUMPTIONS, COSTS, costsIn, LIMITS, planFor, wallsOf } from './capacity-model.mjs';
import { root } from './workspace.mjs';

const RATES = [1_000, 10_000, 100_000];
const LAST = join(root, '.data', 'bench-results', 'performance.json');
const KEPT = join(root, 'infra', 'docs', 'operate', 'capacity.json');
const PAGE = join(root, 'infra', 'docs', 'operate', 'capacity.md');
const PRICES = join(root, 'infra', 'capacity-prices.json');
const BEGIN = '<!-- capacity: begin -->';
const END = '<!-- capacity: end -->';

/** Options that replace a number of the model, by its name there. */
const NUMBERS = {
  'core-price': 'corePerMonth',
  'memory-price': 'memoryGbPerMonth',
  'disk-price': 'diskGbPerMonth',
  utilization: 'utilization',
  reads: 'readsPerEvent',
  'queue-minutes': 'queueMinutes',
  months: 'months',
  'delivery-months': 'deliveryMonths',
  'row-months': 'rowMonths',
  'postgres-cores': 'postgresCores',
  'wal-limit': 'walMbPerSecond',
  'disk-limit': 'postgresDiskTb',
  'retention-limit': 'retentionEventsPerSecond',
};

function stop(message) {
  console.error(message);
  process.exit(2);
}

function readOptions() {
  const numbers = Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, { type: 'string' }]));
  try {
    const options = { record: { type: 'boolean' }, prices: { type: 'string', default: PRICES }, ...numbers };
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`${error.message}\nOptions: --record, --prices <file>, --${Object.keys(NUMBERS).join(', --')}.`);
  }
}

/** Replaces the numbers that options name. */
function withOptions(numbers, values) {
  const replaced = { ...numbers };
  for (const [option, name] of Object.entries(NUMBERS)) {
    if (!(name in numbers) || values[option] === undefined) continue;
    const value = Number(values[option]);
    if (!(value > 0)) stop(`--${option} must be a number above 0, not ${values[option]}.`);
    replaced[name] = value;
  }
  return replaced;
}

function readPrices(file) {
  if (!existsSync(file)) stop(`There is no file ${file}. infra/capacity-prices.json is an example.`);
  const prices = JSON.parse(readFileSync(file, 'utf8'));
  const missing = ['corePerMonth', 'memoryGbPerMonth', 'diskGbPerMonth'].find((name) => !(prices[name] >= 0));
  if (missing !== undefined) stop(`${file} has no price ${missing}.`);
  return prices;
}

/** The last results that contain costs: those of this checkout, otherwise those in the repository. */
function readResults() {
  for (const file of [LAST, KEPT]) {
    if (!existsSync(file)) continue;
    const results = JSON.parse(readFileSync(file, 'utf8'));
    const costs = costsIn(results);
    if (costs !== null) return { results, costs };
  }
  return stop('No benchmark has measured the costs of an event yet. Run: npm run bench -- cost');
}

const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? Math.max(digits, 1) : digits });
const disk = (gigabytes) => (gigabytes < 1_000 ? `${number(gigabytes)} GB` : `${number(gigabytes / 1_000)} TB`);

function planRows(plans, { assumptions, currency = 'money' }) {
  const row = (name, read) => [name, ...plans.map(read)];
  const tier = (label, name) =>
    row(
      `${label}: cores, memory`,
      ({ cores, memoryGb }) => `${number(cores[name])}, ${number(memoryGb[name])} GB`,
    );
  const money = ({ cores, memory, disk: stored }) => number(cores + memory + stored);
  return [
    row('events a second', ({ eventsPerSecond }) => number(eventsPerSecond)),
    tier('ingest', 'ingest'),
    tier('worker', 'worker'),
    tier('api', 'api'),
    tier('Redis', 'redis'),
    tier('PostgreSQL', 'postgres'),
    row('all tiers: cores, memory', ({ totals }) => `${number(totals.cores)}, ${number(totals.memoryGb)} GB`),
    row('new rows per month', ({ diskGbPerMonth }) => disk(diskGbPerMonth)),
    row(`disk after ${number(assumptions.months)} months`, ({ diskGb }) => disk(diskGb)),
    row('WAL per second', ({ walMbPerSecond }) => `${number(walMbPerSecond)} MB`),
    row(`${currency} per month: cores and memory`, ({ moneyPerMonth: { cores, memory } }) =>
      number(cores + memory),
    ),
    row(`${currency} per month: that disk`, ({ moneyPerMonth }) => number(moneyPerMonth.disk)),
    row(`${currency} per month: sum`, ({ moneyPerMonth }) => money(moneyPerMonth)),
  ];
}

const WALLS = {
  redisCores: () => 'one Redis process, which uses one core for commands',
  postgresCores: ({ postgresCores }) => `one PostgreSQL primary with ${postgresCores} cores`,
  walMbPerSecond: ({ walMbPerSecond }) => `${walMbPerSecond} MB of WAL per second`,
  postgresDiskTb: ({ postgresDiskTb }) => `${postgresDiskTb} TB of disk on one PostgreSQL primary`,
  retentionEventsPerSecond: () => 'retention by one worker, which deletes on one connection',
};

function costRows(costs) {
  const shown = COSTS.map(({ key, name, unit }) => [name, `${number(costs[key])} ${unit}`]);
  const tables = Object.entries(costs.disk).map(([table, megabytes]) => [
    `disk of a million events: ${table}`,
    `${number(megabytes)} MB`,
  ]);
  return [['cost', 'measured'], ...shown, ...tables];
}

function wallRows(walls, limits) {
  const rows = walls.map(({ limit, eventsPerSecond }) => [
    WALLS[limit](limits),
    number(Number(eventsPerSecond.toPrecision(2))),
  ]);
  return [['limit', 'reached at events a second'], ...rows];
}

function toMarkdown([head, ...rows]) {
  return [head, head.map((_cell, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function toText(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((cells) => cells[column].length)));
  const padded = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]));
  return rows.map((cells) => cells.map(padded).join('  ')).join('\n');
}

const values = readOptions();
const { results, costs } = readResults();
const prices = withOptions(readPrices(values.prices), values);
const assumptions = withOptions(ASSUMPTIONS, values);
const limits = withOptions(LIMITS, values);
const plans = RATES.map((rate) => planFor(rate, costs, { assumptions, prices }));
const tables = [
  costRows(costs),
  planRows(plans, { assumptions, currency: prices.currency }),
  wallRows(wallsOf(costs, { assumptions, limits }), limits),
];
const { date, machine, commit } = results;
const about = `Costs of ${date}, ${machine}, commit ${commit}.`;
console.log(`${about}\n\n${tables.map(toText).join('\n\n')}`);
if (values.record) {
  const page = readFileSync(PAGE, 'utf8');
  const written = `${BEGIN}\n${about}\n\n${tables.map(toMarkdown).join('\n\n')}\n${END}`;
  writeFileSync(PAGE, page.slice(0, page.indexOf(BEGIN)) + written + page.slice(page.indexOf(END) + END.length));
  writeFileSync(KEPT, `${JSON.stringify(results, null, 2)}\n`);
  console.log('\nWritten to infra/docs/operate/capacity.md and infra/docs/operate/capacity.json');
}
