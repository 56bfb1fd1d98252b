import type { FileAction } from '@slipway/contracts';
import { type ChangeReport, type FileChange, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { commitText, identifierText, maybe, OptionalText } from '../../fields.js';
import { toActor } from '../_people.js';

/** The most changes of one build, and the most files of one change, that are read. */
const MAX_CHANGES = 200;
const MAX_FILES = 3_000;

const Item = Type.Object({
  commitId: maybe(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ maxLength: 255 })])),
  msg: OptionalText,
  comment: OptionalText,
  timestamp: Type.Optional(Type.Unknown()),
  author: maybe(Type.Object({ id: OptionalText, fullName: OptionalText })),
  authorEmail: OptionalText,
  paths: maybe(Type.Array(Type.Object({ file: OptionalText, editType: OptionalText }))),
  affectedPaths: maybe(Type.Array(Type.Union([Type.String(), Type.Null()]))),
});
type Item = Static<typeof Item>;

/** What a checkout of a build brought that the build before had not. */
export const ChangeSet = Type.Object({ kind: OptionalText, items: maybe(Type.Array(Item)) });
export type ChangeSet = Static<typeof ChangeSet>;

/** The changes of a build, each once. A change without a time of its own is as old as the build. */
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

/** The changelist a build was made of, as far as its changes tell: Perforce numbers grow. */
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

/** Plugins that do not tell what became of each file list the paths alone. */
function filesOf({ paths, affectedPaths }: Item): FileChange[] | null {
  const told = paths?.map(({ file, editType }) => ({ path: file ?? '', action: actionOf(editType) }));
  const files = told ?? affectedPaths?.map((path) => ({ path: path ?? '', action: 'edit' as const }));
  return files?.filter(({ path }) => path !== '').slice(0, MAX_FILES) ?? null;
}

function actionOf(editType: string | null | undefined): FileAction {
  return editType === 'add' || editType === 'delete' ? editType : 'edit';
}
