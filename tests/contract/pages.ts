import { expect, it } from '@jest/globals';
import type { TestApi } from './api.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number | string };

/** Follows next_cursor from the first page to the last and returns the rows of each. */
export async function walkPages(
  api: TestApi,
  { path, key, betweenPages }: { path: string; key: string; betweenPages?: () => Promise<unknown> },
): Promise<Row[][]> {
  const pages: Row[][] = [];
  const join = path.includes('?') ? '&' : '?';
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await api.get(cursor === '' ? path : `${path}${join}cursor=${cursor}`);
    expect([status, body.error]).toEqual([200, undefined]);
    pages.push(body[key]);
    expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null);
    cursor = body.pagination.next_cursor;
    if (cursor !== null) await betweenPages?.();
  }
  return pages;
}

/** A keyset list under test. */
export interface KeysetList {
  readonly path: string;
  readonly key: string;
  /** A filter that selects every row. */
  readonly filter: string;
  /** Creates a row with this sort time. */
  make(at: Date): Promise<{ id: number | string }>;
  /** Another list, whose cursors this one must reject. */
  readonly otherPath: string;
  makeOther(): Promise<unknown>;
}

/** Tests that a list's pages contain every row once and in order, and that its cursors are valid only for it. */
export function itPages(api: TestApi, list: KeysetList): void {
  it('200: pages never repeat or skip a row, even with equal times and while rows are added', async () => {
    const base = Date.parse('2026-11-02T10:00:00.123Z');
    const times = [0, 0, 0, 0, 0, 1, 1, 2, 3, 3, 3, -86_400_000, -Date.parse('2000-01-01'), -2 * base];
    const made = await Promise.all(times.map((offset) => list.make(new Date(base + offset))));
    const seen = new Set(made.map(({ id }) => id));
    const pages = await walkPages(api, {
      path: `${list.path}?limit=3`,
      key: list.key,
      // Newer rows, rows with the page's time, and older rows, which a later page contains.
      betweenPages: () => Promise.all([5, 0, -90_000_000].map((offset) => list.make(new Date(base + offset)))),
    });
    const ids = pages.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => seen.has(id))).toHaveLength(made.length);
  });

  it('200: all pages together are the whole list in order', async () => {
    const whole = await walkPages(api, { path: `${list.path}?limit=50`, key: list.key });
    const small = await walkPages(api, { path: `${list.path}?limit=4`, key: list.key });
    expect(small.flat()).toEqual(whole.flat());
    expect(small.slice(0, -1).every((page) => page.length === 4)).toBe(true);
  });

  it('400: a modified cursor, or one from other filters, another list or another project', async () => {
    const cursorOf = async (path: string) => (await api.get(path)).body.pagination.next_cursor as string;
    const cursor = await cursorOf(`${list.path}?limit=1`);
    const flipped = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`;
    const filtered = await cursorOf(`${list.path}?limit=1&${list.filter}`);
    await Promise.all([list.makeOther(), list.makeOther()]);
    const other = await cursorOf(`${list.otherPath}?limit=1`);
    const sibling = await api.make.project(api.accountId);
    const paths = [
      ...['', 'x', '%00', 'AAAA', flipped, cursor.slice(1), `${cursor}=`, `${cursor}A`, filtered, other].map(
        (text) => `${list.path}?cursor=${text}`,
      ),
      `${list.path}?cursor=${cursor}&${list.filter}`,
      list.path.replace(/projects\/\d+/, `projects/${sibling.id}`).concat(`?cursor=${cursor}`),
    ];
    for (const path of paths) {
      const { status, body } = await api.get(path);
      expect([path, status, body.error]).toEqual([path, 400, 'invalid_cursor']);
    }
  });
}
