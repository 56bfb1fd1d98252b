import { expect, it } from '@jest/globals';
import { openDatabase } from '@slipway/db';
import { composeReadSources } from '@slipway/rest';
import { testDatabase, testProcess, testProxy } from '@slipway/testing';

const proxy = await testProxy((await testDatabase()).url);
const context = await testProcess({ DATABASE_URL: proxy.url });
const database = openDatabase({ url: proxy.url, name: 'test', poolSize: 1, statementTimeoutMs: 1_000 });
context.onClose('test database', () => database.close());
const { sources } = composeReadSources(context, database, { name: 'test' });

it('a read whose reply does not arrive runs again if the primary answers', async () => {
  const read = () => sources.run((source) => source.database.ping().then(() => source.server));
  expect(await read()).toBe('primary');
  proxy.stall();
  expect(await read()).toBe('primary');
});
