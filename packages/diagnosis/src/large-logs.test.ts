import { expect, it } from '@jest/globals';
import { captureLog } from './capture-log.js';
import { diagnose } from './diagnose.js';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `[${n}] Compile Module.${n % 97}.cpp`);

it('a log of 50 MB is diagnosed to its cause in an early line, of which a report keeps 256,000 bytes', async () => {
  const error = 'Source/Quay/Lamp.cpp(41): error C2039: no member GetPressure';
  const part = `${lines(5_000).join('\n')}\nLogShip: Error: the pressure is not known\n`;
  async function* file() {
    yield Buffer.from(`${[...lines(153), error].join('\n')}\n`);
    for (let size = 0; size < 5e7; size += part.length) yield Buffer.from(part);
  }
  const { log } = await captureLog(file(), { limit: 256_000 });
  expect(Buffer.byteLength(log.content)).toBeLessThanOrEqual(256_000);
  expect(diagnose(log).keyLine).toEqual({ line: 154, text: error });
});
