import { MIN_HISTORY_DAYS } from '@slipway/contracts';
import type { HistoryRetention, HistoryTable } from '../retention/history-retention.js';
import { KIND_OF_TABLE, RETENTION_SETTINGS } from '../retention/history-retention.js';

export interface TableGroup {
  readonly name: string;
  /** The table whose setting decides how long the group is retained; `deliveries` for the delivery log. */
  readonly expires: HistoryTable | 'deliveries' | null;
  readonly bytes: number;
  /** What recent rows take per day, with their indexes; null if it cannot be known yet. */
  readonly bytesPerDay: number | null;
  /** How many days of rows the group holds; null if it is empty. */
  readonly ageDays: number | null;
}

/** A group of tables, and what will become of it. */
export interface GroupForecast extends TableGroup {
  /** The setting that limits the group's size, and its value; null if there is none, or if it is not set. */
  readonly setting: string | null;
  readonly retentionDays: number | null;
  /** The size at which the group stops growing; null if it is kept forever or its growth is unknown. */
  readonly levelsOffAt: number | null;
  /** The size it would have with the shortest retention; null if it has no such setting or its growth is unknown. */
  readonly bytesIfShortest: number | null;
}

export interface DiskForecast {
  readonly bytes: number;
  /** What all groups grow by each day at present; null if no group's growth is known. */
  readonly bytesPerDay: number | null;
  readonly groups: readonly GroupForecast[];
  /** The disk space that the database may use; null if it is not configured. */
  readonly limitBytes: number | null;
  /** Null if it is unknown; `never` if everything levels off below the limit. */
  readonly fullInDays: number | 'never' | null;
}

interface ForecastOptions {
  /** The size of the database, with what belongs to no group. */
  readonly bytes: number;
  readonly groups: readonly TableGroup[];
  readonly deliveryDays: number;
  readonly history: HistoryRetention;
  readonly diskGiB: number | undefined;
}

const GIB = 1024 ** 3;

/** Extends the growth of the last days into the future. */
export function forecastDisk({ bytes, groups, deliveryDays, history, diskGiB }: ForecastOptions): DiskForecast {
  const forecasts = groups.map((group) => forecastGroup(group, { deliveryDays, history }));
  const limitBytes = diskGiB === undefined ? null : diskGiB * GIB;
  const isKnown = forecasts.some(({ bytesPerDay }) => bytesPerDay !== null);
  return {
    bytes,
    bytesPerDay: isKnown ? growthAfter(forecasts, 0) : null,
    groups: forecasts,
    limitBytes,
    fullInDays: limitBytes === null || !isKnown ? null : daysUntil(limitBytes - bytes, forecasts),
  };
}

function forecastGroup(
  group: TableGroup,
  { deliveryDays, history }: Pick<ForecastOptions, 'deliveryDays' | 'history'>,
): GroupForecast {
  const { expires, bytesPerDay } = group;
  if (expires === null)
    return { ...group, setting: null, retentionDays: null, levelsOffAt: null, bytesIfShortest: null };
  const isLog = expires === 'deliveries';
  const retentionDays = isLog ? deliveryDays : (history[expires] ?? null);
  const sizeAfter = (days: number) => (bytesPerDay === null ? null : bytesPerDay * days);
  return {
    ...group,
    setting: isLog ? 'DELIVERY_RETENTION_DAYS' : RETENTION_SETTINGS[KIND_OF_TABLE[expires]],
    retentionDays,
    levelsOffAt: retentionDays === null ? null : sizeAfter(retentionDays),
    bytesIfShortest: isLog ? null : sizeAfter(MIN_HISTORY_DAYS),
  };
}

/** How many days a group keeps growing: until its oldest rows expire. */
function growingDays({ retentionDays, ageDays }: GroupForecast): number {
  return retentionDays === null ? Number.POSITIVE_INFINITY : Math.max(0, retentionDays - (ageDays ?? 0));
}

/** What the groups grow by each day, some days from now. */
function growthAfter(groups: readonly GroupForecast[], days: number): number {
  const growing = groups.filter((group) => growingDays(group) > days);
  return growing.reduce((sum, { bytesPerDay }) => sum + (bytesPerDay ?? 0), 0);
}

/** How many days it takes to grow by so many bytes; the growth changes only when a group levels off. */
function daysUntil(bytes: number, groups: readonly GroupForecast[]): number | 'never' {
  if (bytes <= 0) return 0;
  const stops = [...new Set(groups.map(growingDays))].filter((days) => days > 0).toSorted((a, b) => a - b);
  let [from, left] = [0, bytes];
  for (const to of stops) {
    const perDay = growthAfter(groups, from);
    if (perDay > 0 && left <= perDay * (to - from)) return from + left / perDay;
    left -= perDay > 0 ? perDay * (to - from) : 0;
    from = to;
  }
  return 'never';
}
