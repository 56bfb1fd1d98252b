import { describe, expect, it } from '@jest/globals';
import { describeDisk } from './describe-forecast.js';
import { forecastDisk, type TableGroup } from './disk-forecast.js';

const GIB = 1024 ** 3;

const logs: TableGroup = {
  name: 'build logs',
  expires: 'build_logs',
  bytes: 10 * GIB,
  bytesPerDay: GIB,
  ageDays: 10,
};
const deliveries: TableGroup = { ...logs, name: 'delivery log', expires: 'deliveries' };
const rest: TableGroup = { ...logs, name: 'everything else', expires: null, bytesPerDay: null, ageDays: null };

function forecast(groups: TableGroup[], options: { diskGiB?: number; history?: object } = {}) {
  const bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  return forecastDisk({ bytes, groups, deliveryDays: 30, history: {}, diskGiB: undefined, ...options });
}

describe('the forecast', () => {
  it('extends the growth of data that is kept forever', () => {
    const { fullInDays, bytesPerDay } = forecast([logs, rest], { diskGiB: 60 });
    expect([fullInDays, bytesPerDay]).toEqual([40, GIB]);
  });

  it('stops the growth of data when its oldest rows expire', () => {
    expect(forecast([deliveries], { diskGiB: 31 }).fullInDays).toBe('never');
    expect(forecast([deliveries], { diskGiB: 30 }).fullInDays).toBe(20);
    expect(forecast([logs], { diskGiB: 200, history: { build_logs: 90 } }).fullInDays).toBe('never');
    expect(forecast([{ ...logs, ageDays: 90 }], { history: { build_logs: 90 } }).bytesPerDay).toBe(0);
  });

  it('adds up data that levels off at different times', () => {
    // 40 GiB in the first 20 days, until the delivery log levels off; then 1 GiB a day.
    expect(forecast([logs, deliveries], { diskGiB: 80 }).fullInDays).toBe(40);
    const history = { build_logs: 90 };
    expect(forecast([logs, deliveries], { diskGiB: 119, history }).fullInDays).toBe(79);
    expect(forecast([logs, deliveries], { diskGiB: 121, history }).fullInDays).toBe('never');
  });

  it('says what retention limits, and what the shortest one would change', () => {
    const [first, second, third] = forecast([logs, deliveries, rest]).groups;
    expect(first).toMatchObject({ setting: 'BUILD_LOG_RETENTION_DAYS', retentionDays: null, levelsOffAt: null });
    expect(first?.bytesIfShortest).toBe(90 * GIB);
    expect(second).toMatchObject({
      setting: 'DELIVERY_RETENTION_DAYS',
      levelsOffAt: 30 * GIB,
      bytesIfShortest: null,
    });
    expect(third).toMatchObject({ setting: null, levelsOffAt: null, bytesIfShortest: null });
  });

  it('is unknown without a configured disk, and without a day of data', () => {
    expect(forecast([logs]).fullInDays).toBeNull();
    expect(forecast([rest], { diskGiB: 100 })).toMatchObject({ fullInDays: null, bytesPerDay: null });
  });
});

describe('describeDisk', () => {
  it.each([
    [{}, '10.0 GiB are used. Set DATABASE_DISK_GB to learn when the disk will be full.'],
    [{ diskGiB: 5 }, '10.0 GiB of 5.0 GiB are used. The disk is full, or will be within a day.'],
    [{ diskGiB: 11 }, '10.0 GiB of 11.0 GiB are used. The disk will be full in about 1 day.'],
    [{ diskGiB: 30 }, '10.0 GiB of 30.0 GiB are used. The disk will be full in about 20 days.'],
    [
      { diskGiB: 500, history: { build_logs: 90 } },
      '10.0 GiB of 500.0 GiB are used. The database levels off below that.',
    ],
  ])('with %j says: %s', (options, text) => {
    expect(describeDisk(forecast([logs], options))).toBe(text);
  });

  it('says that the growth is not known yet', () => {
    const text =
      '10.0 GiB of 30.0 GiB are used. When the disk will be full is unknown until there is a day of data.';
    expect(describeDisk(forecast([rest], { diskGiB: 30 }))).toBe(text);
  });
});
