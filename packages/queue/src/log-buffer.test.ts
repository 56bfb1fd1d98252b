import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testRedis } from '@slipway/testing';
import { connectRetrying } from './connection.js';
import { type BufferedLog, createLogBuffer, type LogPiece } from './log-buffer.js';

const redis = connectRetrying({ REDIS_URL: (await testRedis()).url }, () => undefined);
afterAll(() => redis.disconnect());
const buffer = createLogBuffer({ redis, maxLogBytes: 200, maxShardBytes: 300 });

let logs = 0;
let log: BufferedLog;
beforeEach(async () => {
  await redis.flushdb();
  logs += 1;
  log = { projectId: 8, integrationId: 2, log: `a${logs}` };
  await buffer.open(log);
});

function piece(offset: number, text: string): LogPiece {
  const bytes = Buffer.from(text);
  return { offset, bytes, packed: bytes, encoding: 'identity' };
}

async function textOf(of = log): Promise<string> {
  const { pieces } = (await buffer.read(of, 0, 1_000)) ?? { pieces: [] };
  return pieces.map(({ packed }) => packed.toString()).join('');
}

describe('the buffer of a log', () => {
  it('takes pieces in order, and opening it again tells where to go on', async () => {
    expect(await buffer.append(log, piece(0, 'abc'))).toEqual({ outcome: 'accepted', next: 3 });
    expect(await buffer.append(log, piece(3, 'de'))).toEqual({ outcome: 'accepted', next: 5 });
    expect([await buffer.open(log), await buffer.next(log)]).toEqual([5, 5]);
    expect(await textOf()).toBe('abcde');
  });

  it('knows a repeated piece, refuses other bytes in its place, and a piece after a gap', async () => {
    await buffer.append(log, piece(0, 'abc'));
    await buffer.append(log, piece(3, 'def'));
    expect(await buffer.append(log, piece(0, 'abc'))).toEqual({ outcome: 'duplicate', next: 6 });
    for (const other of ['abX', 'ab', 'abcd'])
      expect(await buffer.append(log, piece(0, other))).toEqual({ outcome: 'conflict', next: 6 });
    expect(await buffer.append(log, piece(1, 'bc'))).toEqual({ outcome: 'conflict', next: 6 });
    expect(await buffer.append(log, piece(7, 'h'))).toEqual({ outcome: 'gap', next: 6 });
    expect(await textOf()).toBe('abcdef');
  });

  it('compares a repeated piece also after it was stored', async () => {
    await buffer.append(log, piece(0, 'abc'));
    await buffer.trim(log, 3, 3);
    expect(await buffer.append(log, piece(0, 'abc'))).toMatchObject({ outcome: 'duplicate' });
    expect(await buffer.append(log, piece(0, 'xyz'))).toMatchObject({ outcome: 'conflict' });
  });

  it('is unknown to another integration, and until it is opened', async () => {
    const foreign = { ...log, integrationId: 3 };
    expect(await buffer.append(foreign, piece(0, 'abc'))).toBeNull();
    expect([
      await buffer.next(foreign),
      await buffer.close(foreign, null),
      await buffer.read(foreign, 0, 10),
    ]).toEqual([null, null, null]);
  });

  it('takes nothing after its end, but the rest of what the sender announced', async () => {
    await buffer.append(log, piece(0, 'abc'));
    expect(await buffer.close(log, 5)).toBe(5);
    expect(await buffer.close(log, 9)).toBe(5);
    expect(await buffer.append(log, piece(3, 'def'))).toEqual({ outcome: 'closed', next: 3 });
    expect(await buffer.append(log, piece(3, 'de'))).toEqual({ outcome: 'accepted', next: 5 });
  });

  it('ends at what was received if the sender announces no size', async () => {
    await buffer.append(log, piece(0, 'abc'));
    expect(await buffer.close(log, null)).toBe(3);
    expect(await buffer.append(log, piece(3, 'd'))).toMatchObject({ outcome: 'closed' });
  });

  it('is bounded for each log and for all logs of a shard, until a worker has stored pieces', async () => {
    const long = 'x'.repeat(120);
    await buffer.append(log, piece(0, long));
    expect(await buffer.append(log, piece(120, long))).toEqual({ outcome: 'full', next: 120 });
    const other = { ...log, log: 'other' };
    const third = { ...log, log: 'third' };
    for (const opened of [other, third]) await buffer.open(opened);
    expect(await buffer.append(other, piece(0, long))).toMatchObject({ outcome: 'accepted' });
    expect(await buffer.append(third, piece(0, long))).toMatchObject({ outcome: 'full' });
    await buffer.trim(log, 120, 120);
    expect(await buffer.append(third, piece(0, long))).toMatchObject({ outcome: 'accepted' });
    await buffer.drop(other);
    expect(await buffer.append(log, piece(120, long))).toMatchObject({ outcome: 'accepted' });
  });

  it('keeps a piece of which only a part is stored', async () => {
    await buffer.append(log, piece(0, 'abc'));
    await buffer.append(log, piece(3, 'def'));
    await buffer.trim(log, 4, 6);
    expect(await buffer.read(log, 4, 1_000)).toMatchObject({ offset: 3, next: 6 });
    expect(await textOf()).toBe('def');
  });

  it('reads as many bytes as asked for after those that are stored', async () => {
    for (const [offset, text] of [
      [0, 'abc'],
      [3, 'def'],
      [6, 'ghi'],
    ] as const)
      await buffer.append(log, piece(offset, text));
    const read = async (stored: number, limitBytes: number) => {
      const { offset, pieces } = (await buffer.read(log, stored, limitBytes)) ?? { pieces: [] };
      return [offset, pieces.map(({ packed }) => packed.toString())];
    };
    expect(await read(0, 3)).toEqual([0, ['abc']]);
    expect(await read(2, 3)).toEqual([0, ['abc', 'def']]);
    expect(await read(3, 3)).toEqual([3, ['def']]);
    expect(await read(8, 3)).toEqual([6, ['ghi']]);
    expect(await read(9, 3)).toEqual([9, []]);
  });

  it('waits for a worker until one has read everything', async () => {
    expect(await buffer.waiting()).toEqual([]);
    await buffer.append(log, piece(0, 'abc'));
    expect(await buffer.waiting()).toEqual([log]);
    await buffer.append(log, piece(3, 'd'));
    await buffer.trim(log, 0, 3);
    expect(await buffer.waiting()).toEqual([log]);
    await buffer.trim(log, 0, 4);
    expect(await buffer.waiting()).toEqual([]);
    expect(await textOf()).toBe('abcd');
  });

  it('takes each byte once if two senders upload the same log at once', async () => {
    const parts = [...'abcdefghijkl'].map((letter, offset) => piece(offset, letter));
    const send = async () => {
      for (const part of parts) await buffer.append(log, part);
    };
    await Promise.all([send(), send()]);
    expect(await textOf()).toBe('abcdefghijkl');
  });

  it('keeps bytes of any value', async () => {
    const packed = Buffer.from([0, 255, 58, 10, 128]);
    await buffer.append(log, { offset: 0, bytes: Buffer.from('abc'), packed, encoding: 'br' });
    expect((await buffer.read(log, 0, 10))?.pieces).toEqual([{ packed, encoding: 'br' }]);
  });
});
