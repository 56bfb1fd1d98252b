import { describe, expect, it } from '@jest/globals';
import { createFloodWatch } from './delivery-publisher.js';

function watch() {
  let now = 1_000_000;
  const laneOf = createFloodWatch(() => now);
  return {
    laneOf,
    send(projectId: number, count: number) {
      let lane = laneOf(projectId);
      for (let sent = 1; sent < count; sent += 1) lane = laneOf(projectId);
      return lane;
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

describe('createFloodWatch', () => {
  it('returns the flood lane only for a project with more than 250 deliveries in ten seconds', () => {
    const { send } = watch();
    expect(send(1, 250)).toBe('steady');
    expect(send(1, 1)).toBe('flood');
    expect(send(2, 1)).toBe('steady');
  });

  it('ends a flood after one more window', () => {
    const { send, pass } = watch();
    send(1, 251);
    pass(10_000);
    expect(send(1, 1)).toBe('flood');
    pass(10_000);
    expect(send(1, 1)).toBe('steady');
  });

  it('forgets a flood after a pause', () => {
    const { send, pass } = watch();
    send(1, 5_000);
    pass(60_000);
    expect(send(1, 1)).toBe('steady');
  });

  it('keeps a steady stream in the steady lane', () => {
    const { laneOf, pass } = watch();
    for (let sent = 0; sent < 5_000; sent += 1) {
      expect(laneOf(1)).toBe('steady');
      pass(50);
    }
  });
});
