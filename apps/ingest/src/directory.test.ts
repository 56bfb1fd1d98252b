import { describe, expect, it } from '@jest/globals';
import type { IntegrationRecord } from '@slipway/db';
import { createDirectory } from './directory.js';

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

/** A directory whose database answers when told to, at a time that the test sets. */
function directory() {
  const answers: ((found: IntegrationRecord | null) => void)[] = [];
  let time = 0;
  const made = createDirectory({
    clock: { now: () => time },
    load: () => new Promise((resolve) => answers.push(resolve)),
    isOutage: () => true,
    openSecret: (_id, ciphertext) => ciphertext,
    mirror: {
      read: () => Promise.resolve(null),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
  });
  return {
    ...made,
    asked: () => answers.length,
    answer: (found: IntegrationRecord | null) => answers.pop()?.(found),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('a database that does not answer', () => {
  it('holds up no token that was good, and is heard once it does', async () => {
    const { recall, lookUp, answer, asked, pass } = directory();
    const first = lookUp(TOKEN);
    answer(record);
    expect(await first).toMatchObject({ id: 1 });
    expect(recall(TOKEN)).toMatchObject({ id: 1 });
    pass(2_000);
    expect(recall(TOKEN)).toBeUndefined();
    expect(await lookUp(TOKEN)).toMatchObject({ id: 1 });
    expect(recall(TOKEN)).toMatchObject({ id: 1 });
    expect(asked()).toBe(1);
    const second = lookUp(TOKEN);
    answer(null);
    expect(await second).toBeNull();
    expect(recall(TOKEN)).toBeNull();
  });

  it('leaves unknown tokens waiting', async () => {
    const { recall, lookUp, answer } = directory();
    expect(recall(TOKEN)).toBeUndefined();
    const asking = lookUp(TOKEN);
    answer(record);
    expect(await asking).toMatchObject({ id: 1 });
  });
});
