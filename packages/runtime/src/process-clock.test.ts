import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { createMetrics } from './metrics.js';
import { ProcessClock } from './process-clock.js';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-01-15T12:00:00.000Z');

/** A machine, and a server whose clock is right. The test lets time pass. */
function newMachine({ aheadMs = 0 } = {}) {
  const lines: string[] = [];
  const metrics = createMetrics();
  let [elapsed, ahead, latencyMs] = [0, aheadMs, 0];
  const clock = new ProcessClock({
    logger: createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) }),
    metrics,
    machine: { wall: () => START + elapsed + ahead, steady: () => elapsed },
  });
  return {
    clock,
    lines,
    /** How far the process's time is off. */
    error: () => clock.now() - (START + elapsed),
    pass(ms: number) {
      elapsed += ms;
    },
    setMachineClock(ms: number) {
      ahead = ms;
    },
    /** The server answers in the last moment of a request that takes this long. */
    delayAnswers(ms: number) {
      latencyMs = ms;
    },
    server: async () => {
      elapsed += latencyMs;
      return START + elapsed;
    },
    offset: async () =>
      (await metrics.registry.getSingleMetric('slipway_clock_offset_seconds')?.get())?.values[0]?.value,
  };
}

async function followed(options?: { aheadMs: number }) {
  const machine = newMachine(options);
  machine.clock.follow('database', machine.server);
  machine.clock.close();
  await machine.clock.check();
  return machine;
}

describe('the clock of a process', () => {
  it.each([2 * HOUR_MS, -2 * HOUR_MS, 3_000])(
    'is right on a machine whose clock is off by %i ms',
    async (aheadMs) => {
      const machine = await followed({ aheadMs });
      expect(machine.error()).toBe(0);
      expect(await machine.offset()).toBe(aheadMs / 1000);
      machine.pass(1_234);
      expect(machine.error()).toBe(0);
    },
  );

  it('leaves a difference alone that the duration of the request explains', async () => {
    const machine = newMachine();
    machine.delayAnswers(4_000);
    machine.clock.follow('database', machine.server);
    machine.clock.close();
    await machine.clock.check();
    expect(machine.error()).toBe(0);
    expect(await machine.offset()).toBe(0);
  });

  it('stays right when the machine’s clock is set, and reports the new difference at once', async () => {
    const machine = await followed();
    machine.setMachineClock(2 * HOUR_MS);
    expect(machine.error()).toBe(0);
    await machine.clock.check();
    expect(machine.error()).toBe(0);
    expect(await machine.offset()).toBe(7_200);
  });

  it('keeps the last difference while no server answers', async () => {
    const machine = newMachine({ aheadMs: 2 * HOUR_MS });
    let isDown = false;
    machine.clock.follow('database', () => (isDown ? Promise.reject(new Error('down')) : machine.server()));
    machine.clock.close();
    await machine.clock.check();
    isDown = true;
    machine.pass(HOUR_MS);
    await machine.clock.check();
    expect(machine.error()).toBe(0);
  });

  it('asks the next server while the first does not answer', async () => {
    const machine = newMachine({ aheadMs: 2 * HOUR_MS });
    machine.clock.follow('database', () => Promise.reject(new Error('down')));
    machine.clock.follow('redis', machine.server);
    machine.clock.close();
    await machine.clock.check();
    expect(machine.error()).toBe(0);
  });

  it('warns, and logs once when the machine’s clock becomes wrong and once when it is right again', async () => {
    const machine = await followed({ aheadMs: -90_000 });
    const warning = 'The clock of this machine is 90 s behind; times are corrected.';
    expect(machine.clock.warnings()).toEqual([warning]);
    machine.pass(60_000);
    await machine.clock.check();
    machine.setMachineClock(0);
    await machine.clock.check();
    expect(machine.clock.warnings()).toEqual([]);
    expect(machine.error()).toBe(0);
    expect(machine.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      warning,
      'the clock of this machine is right again',
    ]);
  });
});
