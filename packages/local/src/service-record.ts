import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAlive, type ProcessIdentity } from '../process-lock.mjs';

/** One use of a service by a process, which may use it several times. */
export interface ServiceUser extends ProcessIdentity {
  handle: string;
}

/** The state of a service between starts. It may be read and written only while holding the service's lock. */
export interface ServiceRecord {
  port?: number;
  server?: ProcessIdentity;
  users: ServiceUser[];
}

/** Reads the record, without users that have ended; empty if the file is missing or damaged. */
export function readRecord(path: string): ServiceRecord {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as ServiceRecord;
    return { ...record, users: record.users.filter(isAlive) };
  } catch {
    return { users: [] };
  }
}

/** Replaces the record atomically, so that a crash leaves the old or the new one. */
export function writeRecord(path: string, record: ServiceRecord): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

export async function prepareRecord(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}
