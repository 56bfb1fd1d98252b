import { describe, expect, it } from '@jest/globals';
import type { IntegrationRecord } from '@slipway/db';
import { createDirectory, LookupUnavailableError } from './directory.js';

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
};
const TOKEN = 'a'.repeat(64);
const UNKNOWN = 'b'.repeat(64);

/** A directory whose database answers when told to, at a time that the test sets. */
function directory({ mirrorSilent = false } = {}) {
  const asked: { answer(found: IntegrationRecord | null): void; fail(): void }[] = [];
  const written: IntegrationRecord[] = [];
  let time = 0;
  const made = createDirectory({
    clock: { now: () => time },
    load: () =>
      new Promise((resolve, reject) => {
        asked.push({ answer: resolve, fail: () => reject(new Error('away')) });
      }),
    isOutage: () => true,
    openSecret: (_id, ciphertext) => ciphertext,
    mirror: {
      read: () => (mirrorSilent ? new Promise(() => undefined) : Promise.resolve(null)),
      write(_, found) {
        written.push(found);
        return Promise.resolve();
      },
      remove: () => Promise.resolve(),
    },
  });
  /** Knows the token, and has waited in vain to hear whether it is still good. */
  async function silenced() {
    const first = made.lookUp(TOKEN);
    asked.pop()?.answer(record);
    await first;
    time += 2_000;
    expect(made.recall(TOKEN)).toBeUndefined();
    expect(await made.lookUp(TOKEN)).toMatchObject({ id: 1 });
  }
  return { ...made, asked, written, silenced };
}

describe('a database that does not answer', () => {
  it('holds up no token that was good, and is heard once it does', async () => {
    const { recall, lookUp, asked, silenced } = directory();
    await silenced();
    expect(recall(TOKEN)).toMatchObject({ id: 1 });
    expect(asked).toHaveLength(1);
    const again = lookUp(TOKEN);
    asked.pop()?.answer(null);
    expect(await again).toBeNull();
    expect(recall(TOKEN)).toBeNull();
  });

  it('leaves unknown tokens neither good nor bad', async () => {
    const { recall, lookUp, asked, silenced } = directory();
    await silenced();
    expect(recall(UNKNOWN)).toBeUndefined();
    const asking = lookUp(UNKNOWN);
    asked.pop()?.fail();
    await expect(asking).rejects.toThrow(LookupUnavailableError);
    expect(recall(UNKNOWN)).toBeUndefined();
  });

  it('keeps an unknown token waiting no longer than an answer may take, though the mirror is silent too', async () => {
    const { lookUp } = directory({ mirrorSilent: true });
    await expect(lookUp(UNKNOWN)).rejects.toThrow(LookupUnavailableError);
  });
});

it('mirrors no record that a change may have outdated while it was read', async () => {
  const { lookUp, noteChange, asked, written } = directory();
  const first = lookUp(TOKEN);
  noteChange({ integrationId: 1 });
  asked.pop()?.answer(record);
  await first;
  expect(written).toEqual([]);
  const second = lookUp(TOKEN);
  asked.pop()?.answer(record);
  await second;
  expect(written).toEqual([record]);
});
