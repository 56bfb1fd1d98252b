/** The time, as an argument: tests step it, processes use the system's. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
