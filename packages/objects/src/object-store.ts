/** A part of an object; it may reach beyond the end. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export type ObjectBody = Uint8Array | AsyncIterable<Uint8Array>;

/** Where whole logs and large delivery bodies are. Every failure is an `ObjectStoreError`. */
export interface ObjectStore {
  /** The folder or bucket, for messages to the operator. Contains no secret. */
  readonly name: string;
  /** Stores an object, or replaces it. Readers see the old object or the new one, never a part. Returns its size. */
  put(key: string, body: ObjectBody): Promise<number>;
  /**
   * Stores a small object unless there is one, and returns whether it did. Services that do not know conditional writes
   * replace it.
   */
  create(key: string, body: Uint8Array): Promise<boolean>;
  /** The bytes of an object as they arrive. A range that begins beyond the end has none. */
  get(key: string, range?: ByteRange): AsyncIterable<Buffer>;
  /** Deletes objects. Keys without an object are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** The objects whose keys begin with the prefix, ordered by key. */
  list(prefix: string): AsyncIterable<ListedObject>;
  close(): void;
}

/**
 * Why a store cannot do what it was asked for:
 * - `not_found`: there is no such object.
 * - `unavailable`: the store does not answer, or asks to try again later.
 * - `refused`: the store does not accept the credentials, the bucket or the folder. Only an operator can help.
 * - `full`: there is no space left, or a quota is used up.
 */
export type ObjectStoreProblem = 'not_found' | 'unavailable' | 'refused' | 'full';

export interface ObjectStoreErrorOptions extends ErrorOptions {
  /** When to try again, if the store says so. */
  readonly retryAfterMs?: number | undefined;
}

/** The message is for the operator and contains no secret. */
export class ObjectStoreError extends Error {
  readonly problem: ObjectStoreProblem;
  readonly retryAfterMs: number | undefined;

  constructor(problem: ObjectStoreProblem, message: string, options: ObjectStoreErrorOptions = {}) {
    super(message, options);
    this.name = 'ObjectStoreError';
    this.problem = problem;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export function isObjectMissing(error: unknown): boolean {
  return error instanceof ObjectStoreError && error.problem === 'not_found';
}

/** An object, or a range of it, in memory. */
export async function readObject(store: ObjectStore, key: string, range?: ByteRange): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of store.get(key, range)) parts.push(part);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}
