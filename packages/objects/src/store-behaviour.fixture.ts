import { describe, expect, it } from '@jest/globals';
import { type ListedObject, type ObjectStore, ObjectStoreError, readObject } from './object-store.js';

const MEBIBYTE = 1024 * 1024;

export async function listKeys(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await listAll(store, prefix)).map(({ key }) => key);
}

async function listAll(store: ObjectStore, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const object of store.list(prefix)) found.push(object);
  return found;
}

/** Bytes in which every position can be recognized. */
export function patterned(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index + 4 <= size; index += 4) bytes.writeUInt32LE(index, index);
  return bytes;
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function* failingAfter(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  throw new Error('the source ended early');
}

const missing = expect.objectContaining({ problem: 'not_found' });

/** What every kind of store promises. */
export function behavesLikeAStore(open: () => ObjectStore): void {
  describe('stores', () => {
    it.each([0, 1, 100_000])('%i bytes, and returns them', async (size) => {
      const bytes = patterned(size);
      expect(await open().put(`sizes/${size}`, bytes)).toBe(size);
      expect(await readObject(open(), `sizes/${size}`)).toEqual(bytes);
    });

    it('a stream of unknown length that is larger than a part', async () => {
      const bytes = patterned(11 * MEBIBYTE + 5);
      expect(await open().put('stream/large', inPieces(bytes, 700_000))).toBe(bytes.length);
      expect((await readObject(open(), 'stream/large')).equals(bytes)).toBe(true);
    });

    it('an object in place of the old one, which stays readable until then', async () => {
      await open().put('replaced/one', patterned(2 * MEBIBYTE));
      const reading = open().get('replaced/one')[Symbol.asyncIterator]();
      await reading.next();
      await open().put('replaced/one', Buffer.from('new'));
      expect((await readObject(open(), 'replaced/one')).toString()).toBe('new');
      await reading.return?.();
    });

    it.each([100, 12 * MEBIBYTE])('nothing if the source fails after %i bytes', async (size) => {
      await expect(open().put(`failed/${size}`, failingAfter(patterned(size)))).rejects.toThrow('ended early');
      await expect(readObject(open(), `failed/${size}`)).rejects.toEqual(missing);
      expect(await listKeys(open(), 'failed/')).toEqual([]);
    });

    it('one of two objects that are stored under a key at the same time', async () => {
      const bodies = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')];
      await Promise.all(bodies.map((body) => open().put('raced/one', body)));
      const kept = await readObject(open(), 'raced/one');
      expect(bodies.some((body) => body.equals(kept))).toBe(true);
    });
  });

  describe('reads', () => {
    const bytes = patterned(1_000);

    it.each([
      [0, 1],
      [0, 1_000],
      [990, 10],
      [990, 500],
      [1_000, 10],
      [5_000, 10],
      [10, 0],
    ])('the range from %i of %i bytes', async (start, length) => {
      await open().put('ranges/one', bytes);
      const range = await readObject(open(), 'ranges/one', { start, length });
      expect(range).toEqual(bytes.subarray(start, start + length));
    });

    it('nothing from a range of an empty object', async () => {
      await open().put('ranges/empty', Buffer.alloc(0));
      expect(await readObject(open(), 'ranges/empty', { start: 0, length: 10 })).toHaveLength(0);
    });

    it.each([undefined, { start: 0, length: 0 }, { start: 5, length: 5 }])(
      'no object that is not there, with the range %j',
      async (range) => {
        await expect(readObject(open(), 'missing/one', range)).rejects.toEqual(missing);
      },
    );

    it('only as much as the caller wants', async () => {
      await open().put('wanted/part', patterned(4 * MEBIBYTE));
      for await (const part of open().get('wanted/part')) {
        expect(part.length).toBeGreaterThan(0);
        break;
      }
      expect(await readObject(open(), 'wanted/part', { start: 0, length: 8 })).toHaveLength(8);
    });
  });

  describe('lists and deletes', () => {
    const keys = ['a-b/1', 'a.b/1', 'a/1', 'a/10', 'a/2', 'a0', 'b/c/d/1'].map((key) => `listed/${key}`);

    it('objects by prefix, ordered by key as bytes, with size and time', async () => {
      const before = Date.now();
      for (const key of keys.toReversed()) await open().put(key, patterned(12));
      expect(await listKeys(open(), 'listed/')).toEqual(keys);
      expect(await listKeys(open(), 'listed/a/1')).toEqual(['listed/a/1', 'listed/a/10']);
      expect(await listKeys(open(), 'listed/none')).toEqual([]);
      const [object] = await listAll(open(), 'listed/b/');
      expect(object).toEqual({ key: 'listed/b/c/d/1', sizeBytes: 12, modifiedAt: expect.any(Date) });
      expect(Math.abs(Number(object?.modifiedAt) - before)).toBeLessThan(120_000);
    });

    it('many objects at once, and those that are not there', async () => {
      const many = Array.from({ length: 40 }, (_, index) => `deleted/${index}`);
      await Promise.all(many.map((key) => open().put(key, Buffer.from('x'))));
      await open().delete([...many.slice(1), 'deleted/never-stored', 'deleted/1/below']);
      expect(await listKeys(open(), 'deleted/')).toEqual(['deleted/0']);
      await open().delete([]);
      await open().delete(['deleted/0']);
      expect(await listKeys(open(), 'deleted/')).toEqual([]);
    });
  });

  it.each(['', '/a', 'a/', 'a//b', '..', 'a/../b', '.hidden', 'a/.b', 'a\\b', 'a b', 'ä', 'a\0', 'x'.repeat(701)])(
    'refuses %j as a key',
    async (key) => {
      await expect(async () => open().put(key, Buffer.from('x'))).rejects.toThrow('not a key');
      await expect(async () => readObject(open(), key)).rejects.toThrow('not a key');
      await expect(async () => open().delete([key])).rejects.toThrow('not a key');
    },
  );
}

/** Waits for the failure of an action, which must be an `ObjectStoreError`. */
export async function problemOf(action: Promise<unknown>): Promise<ObjectStoreError> {
  try {
    await action;
  } catch (error) {
    if (error instanceof ObjectStoreError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
