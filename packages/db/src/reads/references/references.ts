import { canonicalKey } from '@slipway/domain';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { type ProjectPage, pageReader } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import { newestFirst, olderThan, when } from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { withNumbers } from '../../numbers.js';
import { raw, type Sql, sql } from '../../sql.js';
import { changeLink } from '../changes/linked-changes.js';

/** The most changes or tasks shown for one tracker item, and the most tracker items shown for one task or change. */
const MAX_LINKS = 100;

const reference = columnsOf('ExternalReference', 'r');
const linkedColumns = pick(
  reference,
  'id',
  'provider',
  'key',
  'title',
  'state',
  'url',
  'assigneeUserId',
  'updatedAt',
);

/** A tracker item as its tool last reported it. */
export interface LinkedReferenceRecord extends RowOf<typeof linkedColumns> {}

/** Ids from the mentions of a tracker item `r`, newest first. */
const mentioning = (id: string, table: string): Sql =>
  sql`ARRAY(SELECT DISTINCT m.${raw(id)} FROM reference_keys k
      JOIN ${raw(table)} m ON m.project_id = r.project_id AND m.key = k.key
      WHERE k.reference_id = r.id ORDER BY m.${raw(id)} DESC LIMIT ${raw(String(MAX_LINKS))})`;

const columns = {
  ...linkedColumns,
  createdAt: reference.createdAt,
  changeIds: computed('int8[]', mentioning('change_id', 'change_mentions')),
  taskIds: computed('int4[]', mentioning('task_id', 'task_mentions')),
};

/** A tracker item with the changes and tasks whose text mentions it, newest first. */
export interface ReferenceRecord extends RowOf<typeof columns> {}

export interface ReferenceFilter {
  readonly provider?: string | undefined;
  readonly state?: string | undefined;
  readonly key?: string | undefined;
  readonly updatedSince?: Date | undefined;
  /** Words contained in the key or the title. */
  readonly text?: string | undefined;
  /** By which time the list is ordered, newest first; by creation if it is not set. */
  readonly order?: 'updated' | undefined;
}

const byCreation = { at: sql`created_at`, id: sql`id`, idType: sql`bigint` };
const byUpdate = { ...byCreation, at: sql`updated_at` };

type ReferencePage = ProjectPage<ReferenceFilter>;

const EXAMPLE: ReferencePage = {
  projectId: 1,
  provider: 'jira',
  state: 'Done',
  key: 'HARB-1',
  updatedSince: new Date(0),
  text: 'harbor crash',
  count: 1,
  after: { at: 0, id: '1' },
};

/** Looks up links only for the rows on the page. */
const referencePage = defineQuery({
  name: 'list references',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, order: 'updated' }],
  build: (page: ReferencePage, select) => {
    const { projectId, provider, state, key, updatedSince, text, order, count, after } = page;
    const keyset = order === 'updated' ? byUpdate : byCreation;
    return sql`SELECT ${select}
        FROM (SELECT * FROM external_references
              WHERE project_id = ${projectId} AND removed_at IS NULL
                ${when(provider, (value) => sql`provider = ${value}`)}
                ${when(state, (value) => sql`state = ${value}`)}
                ${when(key, (value) => sql`id IN (${referencesWithKey(projectId, value)})`)}
                ${when(updatedSince, (value) => sql`updated_at >= ${value}::timestamptz`)}
                ${when(text, (value) => containsWords(sql`(key || ' ' || title)`, value))}
                ${olderThan(after, keyset)}
              ORDER BY ${newestFirst(keyset)} LIMIT ${count}) r
        ORDER BY r.${keyset.at} DESC, r.id DESC`;
  },
});

/** The tracker items that have or had a key. */
const referencesWithKey = (projectId: number, key: string) =>
  sql`SELECT reference_id FROM reference_keys WHERE project_id = ${projectId} AND key = ${canonicalKey(key)}`;

/** The task or change whose text mentions tracker items. */
export type Mentioning = { readonly taskId: number } | { readonly changeId: number };

/** SQL, because mentions and keys match by text, without a relation: either side may be written first. */
const mentionedReferences = defineQuery({
  name: 'list mentioned references',
  columns: linkedColumns,
  examples: [
    { projectId: 1, by: { taskId: 1 } },
    { projectId: 1, by: { changeId: 1 } },
  ],
  build: ({ projectId, by }: { projectId: number; by: Mentioning }, select) => {
    const mentions =
      'taskId' in by
        ? sql`task_mentions m WHERE m.task_id = ${by.taskId}`
        : sql`change_mentions m WHERE m.change_id = ${by.changeId}`;
    return sql`SELECT ${select} FROM external_references r
        WHERE r.removed_at IS NULL AND r.id IN (
          SELECT k.reference_id FROM (SELECT m.project_id, m.key FROM ${mentions} AND m.project_id = ${projectId}) m
          JOIN reference_keys k ON k.project_id = m.project_id AND k.key = m.key)
        ORDER BY r.key, r.id LIMIT ${MAX_LINKS}`;
  },
});

/** The tracker items mentioned in the text of a task or change. */
export function listMentionedReferences(
  { pool }: DatabaseHandle,
  projectId: number,
  by: Mentioning,
): Promise<LinkedReferenceRecord[]> {
  return mentionedReferences.all(pool, { projectId, by });
}

/** How many of a tracker item's changes and tasks a list names. */
const MAX_NAMED = 3;

/** The names of the newest changes and tasks that mention each of these tracker items. */
async function nameMentions({ prisma }: DatabaseHandle, projectId: number, items: readonly ReferenceRecord[]) {
  const changeIds = items.flatMap((item) => item.changeIds.slice(0, MAX_NAMED));
  const taskIds = items.flatMap((item) => item.taskIds.slice(0, MAX_NAMED));
  const [changes, tasks] = await Promise.all([
    prisma.change.findMany({ where: { projectId, id: { in: changeIds } }, select: changeLink }),
    prisma.task.findMany({
      where: { projectId, id: { in: taskIds } },
      select: { id: true, title: true, state: true },
    }),
  ]);
  return { changes: changes.map(withNumbers), tasks };
}

/** The number of tracker items by tracker and state in a project. */
async function countReferences({ prisma }: DatabaseHandle, projectId: number) {
  const groups = await prisma.externalReference.groupBy({
    by: ['provider', 'state'],
    where: { projectId, removedAt: null },
    _count: true,
    orderBy: [{ provider: 'asc' }, { state: 'asc' }],
  });
  return groups.map(({ _count: count, ...group }) => ({ ...group, count }));
}

export const reads = { listReferences: pageReader(referencePage), nameMentions, countReferences };
