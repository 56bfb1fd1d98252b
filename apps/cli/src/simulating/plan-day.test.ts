import { describe, expect, it } from '@jest/globals';
import { DAY_PROVIDERS, planDay } from './plan-day.js';

const options = { seed: 7, count: 500, providers: DAY_PROVIDERS, run: 'run', firstNumber: 1_000 };

describe('a simulated day', () => {
  it('has the same events for the same seed, and different ones for another seed', () => {
    const names = (seed: number) =>
      planDay({ ...options, seed }).map(({ event, subject }) => [event.name, subject]);
    expect(names(7)).toEqual(names(7));
    expect(names(7)).not.toEqual(names(8));
  });

  it('has about as many events as requested, and finishes everything it starts', () => {
    const plan = planDay(options);
    expect(plan.length).toBeGreaterThanOrEqual(500);
    expect(plan.length).toBeLessThan(510);
    for (const subject of new Set(plan.map((planned) => planned.subject))) {
      const events = plan.filter((planned) => planned.subject === subject);
      expect(events).toHaveLength(subject.length);
      expect(events.map(({ isLast }) => isLast)).toEqual(events.map((_, index) => index === events.length - 1));
    }
  });

  it('uses only the requested providers', () => {
    const plan = planDay({ ...options, providers: ['perforce'] });
    expect(new Set(plan.map(({ subject }) => subject.provider))).toEqual(new Set(['perforce']));
    expect(plan).toHaveLength(500);
  });
});
