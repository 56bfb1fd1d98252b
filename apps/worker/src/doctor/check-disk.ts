import { MIN_HISTORY_DAYS } from '@slipway/contracts';
import { type Database, inspectGrowth } from '@slipway/db';
import {
  type CheckFinding,
  type DiskForecast,
  describeBytes,
  describeDisk,
  describeGrowth,
  finding,
  forecastDisk,
  historyRetentionOf,
} from '@slipway/domain';
import type { Settings } from '@slipway/runtime';

const SIZE = 'database size';
const DISK = 'database disk';
/** A disk takes days to order and replace. */
const WARN_DAYS = 30;
const PROBLEM_DAYS = 7;
/** Smaller groups do not decide when a disk is full. */
const SHOWN_SHARE = 0.01;

/** How large the database is, how fast it grows, and when its disk is full. */
export async function checkDisk(database: Database, settings: Settings): Promise<CheckFinding[]> {
  const measured = await inspectGrowth(database, new Date());
  const forecast = forecastDisk({
    ...measured,
    deliveryDays: settings.DELIVERY_RETENTION_DAYS,
    history: historyRetentionOf(settings),
    diskGiB: settings.DATABASE_DISK_GB,
  });
  return [finding.ok(SIZE, describeSize(forecast)), judgeDisk(forecast)];
}

function describeSize(forecast: DiskForecast): string {
  const { bytes, groups } = forecast;
  const large = groups.filter((group) => group.bytes >= bytes * SHOWN_SHARE).toSorted((a, b) => b.bytes - a.bytes);
  const parts = large.map((group) => `${group.name} ${describeBytes(group.bytes)}`).join(', ');
  return `${describeBytes(bytes)}: ${parts}. ${describeGrowth(forecast)}`;
}

/** Judges when the disk will be full. What is unknown is not a problem. */
export function judgeDisk(forecast: DiskForecast): CheckFinding {
  const { fullInDays } = forecast;
  const text = describeDisk(forecast);
  if (fullInDays === null || fullInDays === 'never' || fullInDays >= WARN_DAYS) return finding.ok(DISK, text);
  const judge = fullInDays < PROBLEM_DAYS ? finding.problem : finding.warning;
  return judge(DISK, text, `Add disk space and raise DATABASE_DISK_GB${describeSaving(forecast)}.`);
}

/** The retention that would save most. */
function describeSaving({ groups }: DiskForecast): string {
  const savings = groups.flatMap(({ name, setting, retentionDays, bytes, bytesIfShortest }) =>
    setting === null || retentionDays !== null || bytesIfShortest === null
      ? []
      : [{ name, setting, to: bytesIfShortest, saved: bytes - bytesIfShortest }],
  );
  const best = savings.toSorted((a, b) => b.saved - a.saved)[0];
  if (best === undefined) return ', or shorten the retention (infra/docs/operate/operations.md#retention)';
  const result = `${best.name} would then take about ${describeBytes(best.to)}`;
  return `, or set ${best.setting}, for example to ${MIN_HISTORY_DAYS}: ${result}`;
}
