import { describe, expect, it } from '@jest/globals';
import type { IntegrationRecord } from '@slipway/db';
import { Directory, LookupUnavailableError } from './directory.js';

const record: IntegrationRecord = {
  id: 1,
  accountId: 1,
  projectId: 1,
  provider: 'jenkins',
  active: true,
  paused: false,
  archived: false,
  config: {},
  signingSecrets: [],
  handshakeOpenUntilMs: 0,
  requireSignatures: false,
  signatureToleranceMinutes: 5,
  validUntilMs: null,
};
const TOKEN = 'a'.repeat(64);
const UNKNOWN = 'b'.repeat(64);

/** A directory whose lookups the test answers. */
function openDirectory({ mirrorSilent = false, mirrored = null as IntegrationRecord | null } = {}) {
  const lookups: { answer(found: IntegrationRecord | null): void; fail(): void }[] = [];
  const written: IntegrationRecord[] = [];
  let time = 0;
  const directory = new Directory({
    clock: { now: () => time },
    load: () =>
      new Promise((resolve, reject) => {
        lookups.push({ answer: resolve, fail: () => reject(new Error('down')) });
      }),
    isOutage: () => true,
    openSecret: (_id, ciphertext) => ciphertext,
    mirror: {
      read: () => (mirrorSilent ? new Promise(() => undefined) : Promise.resolve(mirrored)),
      write(_, found) {
        if (found !== null) written.push(found);
        return Promise.resolve();
      },
    },
  });
  /** Looks the token up, and lets the database fail to confirm it. */
  async function failToConfirm() {
    const first = directory.lookUp(TOKEN);
    lookups.pop()?.answer(record);
    await first;
    time += 2_000;
    expect(directory.recall(TOKEN)).toBeUndefined();
    expect(await directory.lookUp(TOKEN)).toMatchObject({ id: 1 });
  }
  const pass = (ms: number) => {
    time += ms;
  };
  return { directory, lookups, written, failToConfirm, pass };
}

describe('a database that does not respond', () => {
  it('does not delay a token that was valid, and its late answer still counts', async () => {
    const { directory, lookups, failToConfirm } = openDirectory();
    await failToConfirm();
    expect(directory.recall(TOKEN)).toMatchObject({ id: 1 });
    expect(lookups).toHaveLength(1);
    const again = directory.lookUp(TOKEN);
    lookups.pop()?.answer(null);
    expect(await again).toBeNull();
    expect(directory.recall(TOKEN)).toBeNull();
  });

  it('leaves it open whether unknown tokens are valid', async () => {
    const { directory, lookups, failToConfirm } = openDirectory();
    await failToConfirm();
    expect(directory.recall(UNKNOWN)).toBeUndefined();
    const lookup = directory.lookUp(UNKNOWN);
    lookups.pop()?.fail();
    await expect(lookup).rejects.toThrow(LookupUnavailableError);
    expect(directory.recall(UNKNOWN)).toBeUndefined();
  });

  it('lets the lookup of an unknown token fail in time, even if the mirror does not respond either', async () => {
    const { directory } = openDirectory({ mirrorSilent: true });
    await expect(directory.lookUp(UNKNOWN)).rejects.toThrow(LookupUnavailableError);
  });
});

it('a record that changes while it is being read is not mirrored', async () => {
  const { directory, lookups, written } = openDirectory();
  const first = directory.lookUp(TOKEN);
  directory.noteChange({ integrationId: 1 });
  lookups.pop()?.answer(record);
  await first;
  expect(written).toEqual([]);
  const second = directory.lookUp(TOKEN);
  lookups.pop()?.answer(record);
  await second;
  expect(written).toEqual([record]);
});

it('a mirrored record that was used while the database was silent is not used again after a change', async () => {
  const { directory, lookups } = openDirectory({ mirrored: record });
  expect(await directory.lookUp(TOKEN)).toMatchObject({ id: 1 });
  directory.noteChange({ integrationId: 1 });
  const again = directory.lookUp(TOKEN);
  expect(lookups).toHaveLength(2);
  lookups.pop()?.answer(null);
  expect(await again).toBeNull();
});

it('a token or secret is looked up again the moment it expires, not up to a minute later', async () => {
  const { directory, lookups, pass } = openDirectory();
  directory.noteListening(true);
  const first = directory.lookUp(TOKEN);
  lookups.pop()?.answer({ ...record, validUntilMs: 5_000 });
  await first;
  pass(4_999);
  expect(directory.recall(TOKEN)).toMatchObject({ id: 1 });
  pass(1);
  expect(directory.recall(TOKEN)).toBeUndefined();
});
