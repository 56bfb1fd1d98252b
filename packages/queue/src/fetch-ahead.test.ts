import { describe, expect, it } from '@jest/globals';
import { createFetchAhead } from './fetch-ahead.js';

function twoQueues() {
  const join = createFetchAhead({ maxJobs: 4, maxWeight: 100 });
  const [busy, other] = [{ concurrency: 0 }, { concurrency: 0 }];
  return { busy, other, ofBusy: join(busy), ofOther: join(other) };
}

describe('what queues hold in memory', () => {
  it('grows by one job with each that came, up to so many', () => {
    const { busy, other, ofBusy } = twoQueues();
    const allowed = [busy.concurrency];
    for (let n = 0; n < 5; n += 1) {
      ofBusy.hold(1);
      allowed.push(busy.concurrency);
    }
    expect(allowed).toEqual([1, 2, 3, 4, 4, 4]);
    expect(other.concurrency).toBe(1);
  });

  it('stays at what it was while jobs are done and others follow', () => {
    const { busy, ofBusy } = twoQueues();
    const done = [1, 1, 1].map((weight) => ofBusy.hold(weight));
    for (const tell of done) tell();
    expect(busy.concurrency).toBe(4);
  });

  it('is one job of each queue while all together weigh too much', () => {
    const { busy, other, ofBusy, ofOther } = twoQueues();
    ofOther.hold(1);
    const done = ofBusy.hold(99);
    expect([busy.concurrency, other.concurrency]).toEqual([1, 1]);
    done();
    expect([busy.concurrency, other.concurrency]).toEqual([1, 2]);
  });

  it('begins anew once a queue is drained', () => {
    const { busy, ofBusy } = twoQueues();
    const done = [1, 1, 1].map((weight) => ofBusy.hold(weight));
    for (const tell of done) tell();
    ofBusy.drained();
    expect(busy.concurrency).toBe(1);
  });
});
