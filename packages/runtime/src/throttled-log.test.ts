import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { createThrottledLog, dependencyLog } from './throttled-log.js';

function throttledLog() {
  const lines: { level: string; msg: string; repeats?: number; afterMs?: number }[] = [];
  let time = 0;
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  return {
    log: createThrottledLog(logger, () => time),
    pass(ms: number) {
      time += ms;
    },
    logged: () => lines.map(({ level, msg, repeats, afterMs }) => ({ level, msg, repeats, afterMs })),
  };
}

describe('createThrottledLog', () => {
  it('logs one line per message every ten seconds, with the number of omitted lines', () => {
    const { log, pass, logged } = throttledLog();
    for (let tenths = 0; tenths < 250; tenths += 1) {
      log.warn({}, 'spool not drained');
      if (tenths === 5) log.warn({}, 'another');
      pass(100);
    }
    expect(logged()).toEqual([
      { level: 'warn', msg: 'spool not drained' },
      { level: 'warn', msg: 'another' },
      { level: 'warn', msg: 'spool not drained', repeats: 99 },
      { level: 'warn', msg: 'spool not drained', repeats: 99 },
    ]);
  });
});

describe('dependencyLog', () => {
  it('logs that a server is down, how long it was down, and the next outage at once', () => {
    const { log, pass, logged } = throttledLog();
    const report = dependencyLog(log, 'redis');
    report(null);
    for (let times = 0; times < 100; times += 1) report(new Error('refused'));
    pass(4_000);
    report(null);
    report(null);
    report(new Error('refused'));
    expect(logged()).toEqual([
      { level: 'warn', msg: 'redis is down' },
      { level: 'info', msg: 'redis is up', repeats: 99, afterMs: 4_000 },
      { level: 'warn', msg: 'redis is down' },
    ]);
  });
});
