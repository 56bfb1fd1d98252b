import { describe, expect, it } from '@jest/globals';
import type { ConsoleDeployment } from '@slipway/contracts';
import { lanesOf, releaseOf } from './lanes.js';

const deployment = (fields: Partial<ConsoleDeployment>) =>
  ({
    id: `${fields.created_at}`,
    platform: 'steam',
    status: 'live',
    branch: 'default',
    external_id: '480',
    version: '',
    build_number: '7',
    live_at: null,
    status_at: fields.created_at,
    ...fields,
  }) as ConsoleDeployment;

const totals = [{ platform: 'steam', count: 4 }] as const;

describe('lanesOf', () => {
  it('shows the newest live deployment of each branch, and the replaced ones as history', () => {
    const old = deployment({ created_at: '2026-11-01' });
    const now = deployment({ created_at: '2026-11-05' });
    const beta = deployment({ created_at: '2026-11-03', branch: 'beta' });
    const [lane] = lanesOf([now, beta, old], totals);
    expect(lane?.live).toEqual([now, beta]);
    expect(lane?.history).toEqual([old]);
  });

  it('shows an unfinished deployment until a newer one of its branch is live', () => {
    const stuck = deployment({ created_at: '2026-11-01', status: 'in_review' });
    const live = deployment({ created_at: '2026-11-02' });
    const next = deployment({ created_at: '2026-11-03', status: 'uploading' });
    const [lane] = lanesOf([next, live, stuck], totals);
    expect(lane?.moving).toEqual([next]);
    expect(lane?.history).toEqual([stuck]);
  });

  it('puts the busiest platform first', () => {
    const lanes = lanesOf(
      [],
      [
        { platform: 'custom', count: 1 },
        { platform: 'steam', count: 9 },
      ],
    );
    expect(lanes.map(({ platform }) => platform)).toEqual(['steam', 'custom']);
  });
});

describe('releaseOf', () => {
  it.each([
    [{ version: '1.2', build_number: '7' }, '1.2'],
    [{ version: '', build_number: '7' }, 'Build 7'],
    [{ version: '', build_number: '' }, 'Unnamed release'],
  ])('names %j', (fields, name) => {
    expect(releaseOf(deployment(fields))).toBe(name);
  });
});
