import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@slipway/contracts';
import { startApi } from './api.js';
import { eventMakers } from './feed-rows.js';
import { walkPages } from './pages.js';

const path = '/v1/workspace/events';
const MINUTE = 60_000;
const api = await startApi();
const makers = eventMakers(api);
const base = Date.now() - 60 * MINUTE;

/** Rows of every type at few times, so that nearly all share theirs. */
const second = await api.make.project(api.accountId);
for (const offset of [0, 0, 0, 0, 1, 1, MINUTE]) {
  for (const type of EVENT_TYPES) await makers[type](api.project, new Date(base + offset));
}
for (const type of EVENT_TYPES) await makers[type](second, new Date(base));
const TOTAL = 8 * EVENT_TYPES.length;

interface Key {
  readonly at: string;
  readonly kind: string;
  readonly id: string;
}

function keyOf(cursorKey: unknown): Key {
  const [at = '', kind = '', id = ''] = String(cursorKey).split('|');
  return { at, kind, id };
}

/** The order as the contract tells it, by PostgreSQL's own comparison of the ids. */
async function inOrder(keys: readonly Key[]): Promise<Key[]> {
  const { rows } = await api.database.pool.query({
    text: `SELECT at, kind, id FROM jsonb_to_recordset($1::jsonb) AS k(at text, kind text, id text)
           ORDER BY at::timestamptz DESC, kind COLLATE "C" DESC,
             CASE WHEN kind IN ('approval', 'deployment') THEN id::uuid END DESC,
             CASE WHEN kind NOT IN ('approval', 'deployment') THEN id::bigint END DESC`,
    values: [JSON.stringify(keys)],
  });
  return rows as Key[];
}

async function walk(query: string, betweenPages?: () => Promise<unknown>): Promise<Key[][]> {
  const options = { path: `${path}?${query}`, key: 'events' };
  const pages = await walkPages(api, betweenPages === undefined ? options : { ...options, betweenPages });
  return pages.map((page) => page.map((event) => keyOf(event['cursor_key'])));
}

const texts = (keys: readonly Key[]) => keys.map(({ at, kind, id }) => `${at}|${kind}|${id}`);

describe('GET /v1/workspace/events by pages', () => {
  it.each([1, 2, 7, 20, 50])('200: pages of %i hold every row once and in order', async (limit) => {
    const pages = await walk(`limit=${limit}`);
    const keys = pages.flat();
    expect(new Set(texts(keys)).size).toBe(TOTAL);
    expect(keys).toEqual(await inOrder(keys));
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  it.each([
    ['event_type=build_run.*', 16],
    ['event_types=approval.*', 32],
    ['event_type=task.*,deployment.*', 16],
    [`project_id=${second.id}`, 9],
    [`since=${new Date(base + 1).toISOString()}`, 27],
    ['days_back=2', TOTAL],
    [`account_id=${api.accountId}`, TOTAL],
  ])('200: %s walks its rows once and in order', async (query, count) => {
    const keys = (await walk(`${query}&limit=4`)).flat();
    expect(new Set(texts(keys)).size).toBe(count);
    expect(keys).toEqual(await inOrder(keys));
  });

  it('200: a page may have another size than the one before', async () => {
    const first = (await api.get(`${path}?limit=5`)).body;
    const next = (await api.get(`${path}?limit=50&cursor=${first.pagination.next_cursor}`)).body;
    const keys = [...first.events, ...next.events].map((event) => keyOf(event.cursor_key));
    expect(texts(keys)).toEqual(texts((await walk('limit=50')).flat()).slice(0, 55));
  });

  it('200: names the row in cursor_key', async () => {
    const keys = (await walk('limit=50')).flat();
    expect(new Set(keys.map(({ kind }) => kind))).toEqual(
      new Set(['build_run', 'change', 'task', 'approval', 'deployment']),
    );
    for (const { at } of keys) expect(new Date(at).toISOString()).toBe(at);
  });

  it('200: a walk shows every unchanged row once while others are added and edited', async () => {
    const before = (await walk('limit=50')).flat();
    const edited = await api.make.task(api.project, { updatedAt: new Date(base) });
    let turn = 0;
    const keys = (
      await walk('limit=3', async () => {
        turn += 1;
        const type = EVENT_TYPES[turn % EVENT_TYPES.length]!;
        // Newer than the walk, at the time most rows share, and older than all.
        for (const offset of [2 * MINUTE, 0, -turn]) await makers[type](api.project, new Date(base + offset));
        if (turn > 20) return;
        await api.database.prisma.task.update({ where: { id: edited.id }, data: { title: `Edit ${turn}` } });
      })
    ).flat();
    const seen = texts(keys);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((text) => new Set(texts(before)).has(text))).toEqual(texts(before));
  });
});
