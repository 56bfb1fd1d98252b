import { existsSync } from 'node:fs';
import { type CheckFinding, finding } from '@slipway/domain';
import { examineObjectStore } from '@slipway/objects';
import { connectFailFast, OBJECT_STORE, recordFirst, waitForConnection } from '@slipway/queue';
import type { Settings } from '@slipway/runtime';
import { LIMIT_MS } from './judge.js';

const CHECK = 'object store';

/** Whether whole logs can be stored here, and whether every process sees them. */
export async function checkObjectStore(settings: Settings): Promise<CheckFinding[]> {
  const { OBJECT_STORE_URL: url, OBJECT_STORE_DIR: dir } = settings;
  // Created here, it would belong to whoever runs this.
  if (url === '' && !existsSync(dir))
    return [finding.ok(CHECK, `${dir} will be created by the first process that starts.`)];
  // `checkRedis` reports that Redis cannot be used.
  const redis = connectFailFast(settings, () => undefined, LIMIT_MS);
  try {
    const { name, problem } = await examineObjectStore(settings, async (id) => {
      await waitForConnection(redis, LIMIT_MS);
      return recordFirst(redis, OBJECT_STORE, id);
    });
    if (problem === null) return [finding.ok(CHECK, `${name} is writable, and no process uses another store.`)];
    const remedy =
      'Give every worker, api and console the same OBJECT_STORE_URL, or a folder that they share: infra/docs/operate/objects.md.';
    return [finding.problem(CHECK, `${problem}.`, remedy)];
  } finally {
    redis.disconnect();
  }
}
