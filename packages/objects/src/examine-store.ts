import { randomUUID } from 'node:crypto';
import { isObjectMissing, type ObjectStore, ObjectStoreError, readObject } from './object-store.js';
import { type ObjectStoreSettings, openObjectStore } from './open-object-store.js';

/** Holds the id of a store. A copy of the store has the same id, so its objects can be moved. */
const MARKER = 'store-id';
const PROBE = 'probe';

/** Records the id of the store that the first process uses, and returns it to all of them. */
export type RecordStoreId = (id: string) => Promise<string>;

export interface StoreExamination {
  /** The folder or bucket; null if not even that is known. */
  readonly name: string | null;
  /** Why the store must not be used, for an operator; null if it works and is the one that other processes use. */
  readonly problem: string | null;
}

/** Writes, reads and deletes an object, and compares the store with that of the other processes. */
export async function examineObjectStore(
  settings: ObjectStoreSettings,
  record: RecordStoreId,
): Promise<StoreExamination> {
  let store: ObjectStore | null = null;
  try {
    store = await openObjectStore(settings);
    await probe(store);
    return { name: store.name, problem: await sharingProblem(store, record) };
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    return { name: store?.name ?? null, problem: error.message };
  } finally {
    store?.close();
  }
}

async function probe(store: ObjectStore): Promise<void> {
  const key = `${PROBE}/${randomUUID()}`;
  const written = Buffer.from(key);
  await store.put(key, written);
  const read = await readObject(store, key);
  await store.delete([key]);
  if (!read.equals(written))
    throw new ObjectStoreError('refused', `${store.name} returns other bytes than were written`);
}

async function sharingProblem(store: ObjectStore, record: RecordStoreId): Promise<string | null> {
  const id = await readStoreId(store);
  // While Redis is away, nobody knows.
  const recorded = await record(id).catch(() => id);
  if (recorded === id) return null;
  return `${store.name} is not the object store of the other processes: its id is ${id}, and theirs ${recorded}`;
}

/** The id of a store, which the first process that uses it writes. */
async function readStoreId(store: ObjectStore): Promise<string> {
  const known = await readMarker(store);
  if (known !== null) return known;
  await store.create(MARKER, Buffer.from(randomUUID()));
  const id = await readMarker(store);
  if (id === null)
    throw new ObjectStoreError('unavailable', `${store.name} lost an object right after it was stored`);
  return id;
}

async function readMarker(store: ObjectStore): Promise<string | null> {
  try {
    return (await readObject(store, MARKER)).toString().trim();
  } catch (error) {
    if (isObjectMissing(error)) return null;
    throw error;
  }
}
