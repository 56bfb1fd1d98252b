import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listenForStop } from './listen-for-stop.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function listen(parentPid = process.ppid, byNpm = false) {
  let deliver: (signal: string) => void = () => undefined;
  const stop = listenForStop({
    parentPid,
    byNpm,
    takeSignals: (handler) => {
      deliver = handler;
    },
  });
  let hurried = false;
  void stop.again.then(() => {
    hurried = true;
  });
  return { stop, deliver, hurried: () => Promise.resolve().then(() => hurried) };
}

describe('listenForStop', () => {
  it('treats the two signals of one Ctrl-C under npm as one request', async () => {
    const { stop, deliver, hurried } = listen();
    deliver('SIGINT');
    jest.advanceTimersByTime(20);
    deliver('SIGINT');
    expect(await stop.first).toBe('SIGINT');
    expect(await hurried()).toBe(false);
  });

  it('reports the second Ctrl-C', async () => {
    const { deliver, hurried } = listen();
    deliver('SIGINT');
    jest.advanceTimersByTime(1000);
    deliver('SIGINT');
    expect(await hurried()).toBe(true);
  });

  it('requests a stop when the npm process that started it has ended', async () => {
    const gone = listen(1, true);
    jest.advanceTimersByTime(1000);
    expect(await gone.stop.first).toBe('the end of npm');
    const there = listen(process.ppid, true);
    jest.advanceTimersByTime(1000);
    expect(there.stop.requested()).toBe(false);
  });
});
