import type { FileAction } from '@slipway/contracts';
import type { FileChange } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { identifierIn, maybe, OptionalText } from '../fields.js';

/**
 * The words of Perforce, Lore, Diversion (its numbers too) and of the scripts in between. Of a rename, which Perforce
 * tells as two files, the new name is the move and the old one a delete: as many files as the tool itself shows.
 */
const WORDS: Readonly<Record<FileAction, readonly string[]>> = {
  add: ['add', 'added', 'create', 'created', 'new', 'branch', 'import', 'copy', '2'],
  edit: ['edit', 'edited', 'integrate', 'modify', 'modified', 'update', 'updated', '3'],
  delete: ['delete', 'deleted', 'remove', 'removed', 'purge', 'archive', 'move/delete', '4'],
  move: ['move', 'moved', 'rename', 'renamed', 'move/add'],
};

const ACTION_OF_WORD = new Map<string, FileAction>(
  Object.entries(WORDS).flatMap(([action, words]) => words.map((word) => [word, action as FileAction])),
);

/** What a tool's word says was done to a file; a word we do not know leaves at least that it was touched. */
export function fileAction(word: unknown): FileAction {
  return ACTION_OF_WORD.get((identifierIn(word) ?? '').toLowerCase()) ?? 'edit';
}

/** A touched file as relays tell it. */
export const TouchedFile = Type.Object({
  path: Type.String({ minLength: 1 }),
  action: OptionalText,
  status: Type.Optional(Type.Unknown()),
  prev_path: OptionalText,
  flagModify: maybe(Type.Boolean()),
  flagFile: maybe(Type.Boolean()),
});
export type TouchedFile = Static<typeof TouchedFile>;

/** The files a relay tells of; undefined when it tells of none at all. */
export function toFileChanges(files: readonly TouchedFile[] | null | undefined): FileChange[] | undefined {
  return files?.filter(isTouched).map((file) => ({ path: file.path, action: actionOf(file) }));
}

function actionOf({ action, status, prev_path: previousPath }: TouchedFile): FileAction {
  return previousPath ? 'move' : fileAction(action ?? status);
}

/** Lore tells an edit as `keep` with `flagModify`, and lists folders and files a merge left alone beside it. */
function isTouched({ action, flagModify, flagFile }: TouchedFile): boolean {
  return flagFile !== false && (action !== 'keep' || flagModify === true);
}
