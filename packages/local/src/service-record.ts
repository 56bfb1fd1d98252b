import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAlive, type ProcessIdentity } from '../process-lock.mjs';

/** One handle on a service: the process that holds it, told apart from its other handles. */
export interface ServiceUser extends ProcessIdentity {
  handle: string;
}

/** What is known of a service between starts. It is read and written only under the service's lock. */
export interface ServiceRecord {
  port?: number;
  server?: ProcessIdentity;
  users: ServiceUser[];
}

/** The record kept in the file, without the users that have died; empty when there is none or it is damaged. */
export function readRecord(path: string): ServiceRecord {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as ServiceRecord;
    return { ...record, users: record.users.filter(isAlive) };
  } catch {
    return { users: [] };
  }
}

/** Replaces the record in one step, so that a crash leaves the old or the new one. */
export function writeRecord(path: string, record: ServiceRecord): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Makes the folder the record lives in. */
export async function prepareRecord(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}
