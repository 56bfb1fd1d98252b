import type { FileAction } from '@slipway/contracts';
import { type ChangeReport, type FileChange, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { commitText, detail, detailList, identifierText, TextDetail, Time } from '../../shared/fields.js';
import { toActor } from '../../shared/people.js';

/** The most changes per build, and files per change, that are stored. */
const MAX_CHANGES = 200;
const MAX_FILES = 3_000;

const Item = Type.Object({
  commitId: detail(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ maxLength: 255 })])),
  msg: TextDetail,
  comment: TextDetail,
  timestamp: Time,
  author: detail(Type.Object({ id: TextDetail, fullName: TextDetail })),
  authorEmail: TextDetail,
  paths: detailList(Type.Object({ file: TextDetail, editType: TextDetail })),
  affectedPaths: detailList(Type.String()),
});
type Item = Static<typeof Item>;

/** The changes between this build and the previous one, in one repository. */
export const ChangeSet = Type.Object({ kind: TextDetail, items: detailList(Item) });
export type ChangeSet = Static<typeof ChangeSet>;

/** Reports each change of a build once. A change without a time gets the build's start. */
export function changesOf(sets: readonly ChangeSet[], buildStartedAt: number): ChangeReport[] {
  const changes = new Map<string, ChangeReport>();
  for (const { kind, items } of sets) {
    for (const item of items ?? []) {
      const identifier = item.commitId == null ? '' : commitText(identifierText(item.commitId).trim());
      if (identifier === '' || changes.has(identifier) || changes.size === MAX_CHANGES) continue;
      changes.set(identifier, toChange(item, identifier, { kind, buildStartedAt }));
    }
  }
  return [...changes.values()];
}

/** The changelist that was built: the highest number among the changes, since Perforce numbers increase. */
export function changelistOf(changes: readonly ChangeReport[]): string | null {
  const numbers = changes
    .filter(({ sourceType }) => sourceType === 'Changelist')
    .map((change) => change.identifier);
  return numbers.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null;
}

function toChange(
  item: Item,
  identifier: string,
  { kind, buildStartedAt }: { kind: string | null | undefined; buildStartedAt: number },
): ChangeReport {
  const isNumber = kind === 'p4' || /^[0-9]{1,19}$/.test(identifier);
  return {
    kind: 'change',
    repository: '',
    identifier,
    displayIdentifier: isNumber ? `CL ${identifier}` : shortened(identifier),
    sourceType: isNumber ? 'Changelist' : 'GitCommit',
    timestamp: readProviderTime(item.timestamp) ?? buildStartedAt,
    secondHand: true,
    ...omitEmpty<Pick<ChangeReport, 'author' | 'description' | 'files'>>({
      author: authorOf(item),
      description: (item.comment || item.msg)?.trimEnd(),
      files: filesOf(item),
    }),
  };
}

function shortened(identifier: string): string {
  return /^[0-9a-f]{40,64}$/i.test(identifier) ? identifier.slice(0, 8) : identifier;
}

function authorOf({ author, authorEmail }: Item) {
  return toActor({
    id: author?.id || null,
    name: author?.fullName || author?.id || null,
    email: authorEmail ?? null,
  });
}

/** Some plugins list only the paths of touched files, without the actions. */
function filesOf({ paths, affectedPaths }: Item): FileChange[] | null {
  const edited = paths?.map(({ file, editType }) => ({ path: file ?? '', action: actionOf(editType) }));
  const files = edited ?? affectedPaths?.map((path) => ({ path, action: 'edit' as const }));
  return files?.filter(({ path }) => path !== '').slice(0, MAX_FILES) ?? null;
}

function actionOf(editType: string | null | undefined): FileAction {
  return editType === 'add' || editType === 'delete' ? editType : 'edit';
}
