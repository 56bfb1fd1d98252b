import { describe, expect, it } from '@jest/globals';
import { captureLog } from './capture-log.js';
import { diagnose } from './diagnose.js';

async function* file(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part);
}

const ordinary = (count: number) => Array.from({ length: count }, (_, n) => `[${n}] Compile Module.${n % 97}.cpp`);

describe('a log file', () => {
  it('is kept whole within the limit, even if its lines arrive in pieces', async () => {
    const { log, lineCount } = await captureLog(file('one\ntw', 'o\nthree'));
    expect({ log, lineCount }).toEqual({ log: { content: 'one\ntwo\nthree', truncated: false }, lineCount: 3 });
  });

  it('beyond the limit is diagnosed with the line numbers and the line count of the whole file', async () => {
    const error = 'Source/Quay/Lamp.cpp(41): error C2039: no member GetPressure';
    const lines = [...ordinary(153), error, ...ordinary(20_000), 'Build failed', ''];
    const { log, lineCount } = await captureLog(file(lines.join('\n')), { limit: 64_000 });
    expect(lineCount).toBe(lines.length - 1);
    expect(Buffer.byteLength(log.content)).toBeLessThanOrEqual(64_000);
    for (const [index, number] of log.numbers?.entries() ?? []) {
      const kept = log.content.split('\n')[index] ?? '';
      if (!kept.startsWith('[…')) expect(kept).toBe(lines[number - 1]);
    }
    const found = diagnose(log);
    expect(found.keyLine).toEqual({ line: 154, text: error });
    expect(found.diagnosis).toContain('(line 154)');
    expect(found.diagnosis).not.toContain('cut');
  });
});
