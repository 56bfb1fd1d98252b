import { describe, expect, it } from '@jest/globals';
import { forecastDisk, type TableGroup } from '@slipway/domain';
import { judgeDisk } from './check-disk.js';

const GIB = 1024 ** 3;
const group = (name: string, expires: TableGroup['expires'], bytesPerDay: number): TableGroup => ({
  name,
  expires,
  bytesPerDay,
  bytes: 200 * bytesPerDay,
  ageDays: 200,
});
const groups = [group('build logs', 'build_logs', GIB), group('builds', 'build_runs', GIB / 10)];

const judge = (diskGiB: number | undefined, history = {}) =>
  judgeDisk(forecastDisk({ bytes: 220 * GIB, groups, deliveryDays: 30, history, diskGiB }));

describe('the disk of the database', () => {
  it.each([
    [undefined, 'ok'],
    [1_000, 'ok'],
    [240, 'warning'],
    [225, 'problem'],
    [200, 'problem'],
  ])('of %s GiB is: %s', (diskGiB, state) => {
    expect(judge(diskGiB).state).toBe(state);
  });

  it('comes with the retention that would save most', () => {
    expect(judge(225).remedy).toBe(
      'Add disk space and raise DATABASE_DISK_GB, or set BUILD_LOG_RETENTION_DAYS, for example to 90: build logs would then take about 90.0 GiB.',
    );
    expect(judge(221, { build_logs: 90, build_runs: 365 }).remedy).toContain('or shorten the retention');
  });
});
