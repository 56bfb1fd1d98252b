import { afterAll, expect, it } from '@jest/globals';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { toJson } from './json.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);

it.each([
  ['a key named __proto__', '{"__proto__":{"admin":true},"list":[{"__proto__":1}]}'],
  ['keys that Prisma uses itself', '{"$type":"Enum","at":{"$type":"DateTime","value":"x"},"value":null}'],
  ['numbers, texts and nothing', '{"a":1.5,"b":"ä\\"\\\\","c":null,"d":[],"e":{}}'],
  ['a list', '[1,{"$type":"Raw","value":2}]'],
])('stores JSON exactly: %s', async (_name, text) => {
  const project = await make.project((await make.studio()).accountId);
  const { id } = await make.task(project, { metadata: toJson(JSON.parse(text)) });
  const { rows } = await database.pool.query({
    text: 'SELECT metadata = $2::jsonb AS same FROM tasks WHERE id = $1',
    values: [id, text],
  });
  expect(rows).toEqual([{ same: true }]);
});
