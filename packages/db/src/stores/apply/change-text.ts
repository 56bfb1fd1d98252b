import { type ChangeState, nativeTaskIds, trackerKeys } from '@slipway/domain';
import { execute, type Queryable, sql } from '../../sql.js';
import { isNewToSource, type MergedChange } from './merged-change.js';

/** A change and the repository it is of, which its text may leave out of what it names. */
type NamedChange = MergedChange & { readonly repository: string };

/** Links changes whose text is new with the tasks and tracker items it names; earlier links of theirs go. */
export async function linkText(tx: Queryable, changes: readonly NamedChange[], baseUrl: string): Promise<void> {
  const edited = changes
    .map((change) => ({
      id: change.id,
      projectId: change.scope.projectId,
      repository: change.repository,
      isNew: isNewToSource(change),
      earlier: namingText(change.before),
      text: namingText(change.after),
      description: change.after.fields.description?.value ?? '',
    }))
    .filter(({ isNew, earlier, text }) => isNew || earlier !== text);
  const known = edited.filter(({ earlier }) => earlier !== '').map(({ id }) => id);
  if (known.length > 0) await unlink(tx, known);
  await mention(
    tx,
    edited.flatMap(({ text, ...change }) =>
      trackerKeys(text, change.repository).map((key) => ({ ...change, key })),
    ),
  );
  await linkTasks(
    tx,
    edited.flatMap(({ description, ...change }) =>
      nativeTaskIds(description, baseUrl).map((taskId) => ({ ...change, taskId })),
    ),
  );
}

/** What may name a tracker item: the branch that the change was made on, and its message. */
function namingText(state: ChangeState | null): string {
  const { description, madeOn } = state?.fields ?? {};
  return [madeOn?.value ?? '', description?.value ?? ''].filter((part) => part !== '').join('\n');
}

async function unlink(tx: Queryable, changeIds: readonly number[]): Promise<void> {
  await execute(tx, sql`DELETE FROM change_mentions WHERE change_id = ANY(${changeIds}::bigint[])`);
  await execute(tx, sql`DELETE FROM task_links WHERE change_id = ANY(${changeIds}::bigint[])`);
}

interface Named {
  readonly id: number;
  readonly projectId: number;
}

async function mention(tx: Queryable, rows: readonly (Named & { key: string })[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO change_mentions (change_id, key, project_id)
        SELECT * FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ key }) => key)}::text[],
          ${rows.map(({ projectId }) => projectId)}::int[]) ON CONFLICT DO NOTHING`,
  );
}

/** A task of another project is none that the change could mean. */
async function linkTasks(tx: Queryable, rows: readonly (Named & { taskId: number })[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO task_links (task_id, change_id, project_id)
        SELECT t.id, n.change_id, t.project_id
        FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ taskId }) => taskId)}::int[],
          ${rows.map(({ projectId }) => projectId)}::int[]) AS n(change_id, task_id, project_id)
        JOIN tasks t ON t.id = n.task_id AND t.project_id = n.project_id
        ORDER BY t.id, n.change_id ON CONFLICT DO NOTHING`,
  );
}
