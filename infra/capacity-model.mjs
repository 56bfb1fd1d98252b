/** The model behind infra/docs/operate/capacity.md: what a rate of events needs, from the measured costs of one event. Pure. */

/** What `npm run bench -- cost` measures, in the order in which it prints them. */
export const COSTS = [
  { key: 'ingestCpu', name: 'cost of an event: processor time of ingest', unit: 'µs' },
  { key: 'workerCpu', name: 'cost of an event: processor time of the worker', unit: 'µs' },
  { key: 'redisCpu', name: 'cost of an event: processor time of Redis', unit: 'µs' },
  { key: 'postgresCpu', name: 'cost of an event: processor time of PostgreSQL', unit: 'µs' },
  { key: 'apiCpuPerRead', name: 'cost of a read: processor time of the api', unit: 'µs' },
  { key: 'postgresCpuPerRead', name: 'cost of a read: processor time of PostgreSQL', unit: 'µs' },
  { key: 'walBytes', name: 'cost of an event: WAL', unit: 'bytes' },
  { key: 'redisBytes', name: 'cost of a queued event: memory of Redis', unit: 'bytes' },
  { key: 'ingestMemory', name: 'memory of an ingest process', unit: 'MB' },
  { key: 'workerMemory', name: 'memory of a worker process', unit: 'MB' },
  { key: 'apiMemory', name: 'memory of an api process', unit: 'MB' },
];

/** The disk that a million events take, by table. */
export const DISK = { prefix: 'disk of a million events: ', unit: 'MB' };
export const diskName = (table) => `${DISK.prefix}${table}`;

/** What the measurements do not say. infra/docs/operate/capacity.md explains each. */
export const ASSUMPTIONS = {
  /** How busy a core may be on average. */
  utilization: 0.6,
  readsPerEvent: 0.5,
  /** How long an outage of the workers or of PostgreSQL the queue in Redis must hold. */
  queueMinutes: 10,
  /** Memory that PostgreSQL has for each core. */
  postgresGbPerCore: 8,
  daysPerMonth: 30,
  /** How long a deployment has run. */
  months: 12,
  /** How long rows are kept that a setting lets expire: those of the delivery log, and the history. */
  deliveryMonths: 1,
  rowMonths: 12,
};

const DELIVERY_LOG = ['deliveries', 'delivery_keys'];

/** The tables that no setting empties. */
const KEPT = ['assets', 'ref_moves', 'other tables'];

/** How large one PostgreSQL primary and one Redis process can be, and how many events a second retention deletes. */
export const LIMITS = {
  postgresCores: 64,
  walMbPerSecond: 200,
  postgresDiskTb: 32,
  redisCores: 1,
  retentionEventsPerSecond: 6_400,
};

const SECONDS_PER_DAY = 86_400;
const MICROSECONDS = 1_000_000;

const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
};

/** The costs in the results of a benchmark run; null if it did not measure them. */
export function costsIn({ figures }) {
  const medians = new Map(figures.map(({ name, samples }) => [name, median(samples.now)]));
  if (!COSTS.every(({ name }) => medians.has(name))) return null;
  const disk = [...medians].filter(([name]) => name.startsWith(DISK.prefix));
  return {
    ...Object.fromEntries(COSTS.map(({ key, name }) => [key, medians.get(name)])),
    /** Megabytes per million events, which is bytes per event. */
    disk: Object.fromEntries(disk.map(([name, megabytes]) => [name.slice(DISK.prefix.length), megabytes])),
  };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Processor seconds per second of each tier, before any reserve. */
function busyCores(costs, eventsPerSecond, { readsPerEvent }) {
  const reads = eventsPerSecond * readsPerEvent;
  const cores = (microseconds, perSecond) => (microseconds * perSecond) / MICROSECONDS;
  return {
    ingest: cores(costs.ingestCpu, eventsPerSecond),
    worker: cores(costs.workerCpu, eventsPerSecond),
    api: cores(costs.apiCpuPerRead, reads),
    redis: cores(costs.redisCpu, eventsPerSecond),
    postgres: cores(costs.postgresCpu, eventsPerSecond) + cores(costs.postgresCpuPerRead, reads),
  };
}

/** Bytes that each event adds in a month at one event a second, and those held after all months. */
function diskOf({ disk }, { daysPerMonth, months, deliveryMonths, rowMonths }) {
  const monthsOf = (table) => {
    if (KEPT.includes(table)) return months;
    return Math.min(months, DELIVERY_LOG.includes(table) ? deliveryMonths : rowMonths);
  };
  const monthSeconds = SECONDS_PER_DAY * daysPerMonth;
  const added = sum(Object.values(disk));
  const held = sum(Object.entries(disk).map(([table, bytes]) => bytes * monthsOf(table)));
  return { added: added * monthSeconds, held: held * monthSeconds };
}

/** What a rate of events needs. A process uses one core at most, so a tier has as many processes as cores. */
export function planFor(eventsPerSecond, costs, { assumptions = ASSUMPTIONS, prices }) {
  const { utilization, queueMinutes, postgresGbPerCore } = assumptions;
  const busy = busyCores(costs, eventsPerSecond, assumptions);
  const cores = Object.fromEntries(
    Object.entries(busy).map(([tier, used]) => [tier, Math.max(1, Math.ceil(used / utilization))]),
  );
  const memoryGb = {
    ingest: (cores.ingest * costs.ingestMemory) / 1_000,
    worker: (cores.worker * costs.workerMemory) / 1_000,
    api: (cores.api * costs.apiMemory) / 1_000,
    redis: (eventsPerSecond * queueMinutes * 60 * costs.redisBytes) / 1e9,
    postgres: cores.postgres * postgresGbPerCore,
  };
  const disk = diskOf(costs, assumptions);
  const diskGb = (eventsPerSecond * disk.held) / 1e9;
  const totals = { cores: sum(Object.values(cores)), memoryGb: sum(Object.values(memoryGb)) };
  return {
    eventsPerSecond,
    cores,
    memoryGb,
    totals,
    diskGbPerMonth: (eventsPerSecond * disk.added) / 1e9,
    diskGb,
    walMbPerSecond: (eventsPerSecond * costs.walBytes) / 1e6,
    moneyPerMonth: {
      cores: totals.cores * prices.corePerMonth,
      memory: totals.memoryGb * prices.memoryGbPerMonth,
      disk: diskGb * prices.diskGbPerMonth,
    },
  };
}

/** The rate at which each limit of one primary or one Redis process is reached, lowest first. */
export function wallsOf(costs, { assumptions = ASSUMPTIONS, limits = LIMITS } = {}) {
  const { utilization } = assumptions;
  const perEvent = busyCores(costs, 1, assumptions);
  const walls = [
    ['redisCores', (limits.redisCores * utilization) / perEvent.redis],
    ['postgresCores', (limits.postgresCores * utilization) / perEvent.postgres],
    ['walMbPerSecond', (limits.walMbPerSecond * 1e6) / costs.walBytes],
    ['retentionEventsPerSecond', limits.retentionEventsPerSecond],
    ['postgresDiskTb', (limits.postgresDiskTb * 1e12) / diskOf(costs, assumptions).held],
  ];
  return walls
    .map(([limit, eventsPerSecond]) => ({ limit, eventsPerSecond }))
    .toSorted((a, b) => a.eventsPerSecond - b.eventsPerSecond);
}
