import { type ChangeState, nativeTaskIds, trackerKeys } from '@slipway/domain';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { isNewToSource, type MergedChange } from './merged-change.js';

/** A change with its repository, which a mention in its text may omit: `#12` means `owner/repo#12`. */
type NamedChange = MergedChange & { readonly repository: string };

/** Links changes whose text is new to the tasks and tracker items it mentions, and removes their previous links. */
export async function linkMentions(
  tx: Queryable,
  changes: readonly NamedChange[],
  baseUrl: string,
): Promise<void> {
  const edited = changes
    .map((change) => ({
      changeId: change.id,
      projectId: change.scope.projectId,
      repository: change.repository,
      isNew: isNewToSource(change),
      textBefore: mentioningText(change.before),
      text: mentioningText(change.after),
      description: change.after.fields.description?.value ?? '',
    }))
    .filter(({ isNew, textBefore, text }) => isNew || textBefore !== text);
  await unlink(
    tx,
    edited.filter(({ textBefore }) => textBefore !== '').map(({ changeId }) => changeId),
  );
  const mentions = edited.flatMap(({ changeId, projectId, text, repository }) =>
    trackerKeys(text, repository).map((key) => ({ changeId, key, projectId })),
  );
  if (mentions.length > 0) await insertMentions.execute(tx, mentions);
  const links = edited.flatMap(({ changeId, projectId, description }) =>
    nativeTaskIds(description, baseUrl).map((taskId) => ({ changeId, taskId, projectId })),
  );
  if (links.length > 0) await insertTaskLinks.execute(tx, links);
}

/** The text that may mention a tracker item: the branch that the change was committed to, and its message. */
function mentioningText(state: ChangeState | null): string {
  const { description, madeOn } = state?.fields ?? {};
  return [madeOn?.value ?? '', description?.value ?? ''].filter((part) => part !== '').join('\n');
}

async function unlink(tx: Queryable, changeIds: readonly number[]): Promise<void> {
  if (changeIds.length === 0) return;
  await deleteMentions.execute(tx, changeIds);
  await deleteTaskLinks.execute(tx, changeIds);
}

const deleteMentions = defineQuery({
  name: 'delete change_mentions',
  columns: {},
  examples: [[]],
  build: (changeIds: readonly number[]) =>
    sql`DELETE FROM change_mentions WHERE change_id = ANY(${changeIds}::bigint[])`,
});

const deleteTaskLinks = defineQuery({
  name: 'delete task_links',
  columns: {},
  examples: [[]],
  build: (changeIds: readonly number[]) =>
    sql`DELETE FROM task_links WHERE change_id = ANY(${changeIds}::bigint[])`,
});

interface Mention {
  readonly changeId: number;
  readonly key: string;
  readonly projectId: number;
}

const insertMentions = defineQuery({
  name: 'insert change_mentions',
  columns: {},
  examples: [[]],
  build: (mentions: readonly Mention[]) => sql`INSERT INTO change_mentions (change_id, key, project_id)
    SELECT * FROM ${rowsOf(mentions, { changeId: 'bigint', key: 'text', projectId: 'int' })} ON CONFLICT DO NOTHING`,
});

interface TaskLink {
  readonly changeId: number;
  readonly taskId: number;
  readonly projectId: number;
}

/** A change can mention only tasks in its own project. */
const insertTaskLinks = defineQuery({
  name: 'insert task_links',
  columns: {},
  examples: [[]],
  build: (links: readonly TaskLink[]) => sql`INSERT INTO task_links (task_id, change_id, project_id)
    SELECT t.id, r.change_id, t.project_id
    FROM ${rowsOf(links, { changeId: 'bigint', taskId: 'int', projectId: 'int' })}
    JOIN tasks t ON t.id = r.task_id AND t.project_id = r.project_id
    ORDER BY t.id, r.change_id ON CONFLICT DO NOTHING`,
});
