import type { FileAction } from '@slipway/contracts';
import type { FileChange } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { detail, detailList, readIdentifier, TextDetail } from './fields.js';

/**
 * The words used by Perforce, Lore, Diversion (which also sends numbers) and scripts. Perforce reports a rename as two
 * files: the new name counts as the move and the old one as a delete, so that the file count matches the tool's.
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

/** The action that a tool's word stands for; an unknown word counts as an edit. */
export function fileAction(word: unknown): FileAction {
  return ACTION_OF_WORD.get((readIdentifier(word) ?? '').toLowerCase()) ?? 'edit';
}

const TouchedFile = Type.Object({
  path: Type.String({ minLength: 1 }),
  action: TextDetail,
  status: Type.Optional(Type.Unknown()),
  prev_path: TextDetail,
  flagModify: detail(Type.Boolean()),
  flagFile: detail(Type.Boolean()),
});
type TouchedFile = Static<typeof TouchedFile>;

/** The files of a change, as reported by relays and scripts. */
export const TouchedFiles = detailList(TouchedFile);

/** Converts reported files; undefined if the sender reported no file data. */
export function toFileChanges(files: readonly TouchedFile[] | null | undefined): FileChange[] | undefined {
  return files?.filter(isTouched).map((file) => ({ path: file.path, action: actionOf(file) }));
}

function actionOf({ action, status, prev_path: previousPath }: TouchedFile): FileAction {
  return previousPath ? 'move' : fileAction(action ?? status);
}

/** Lore reports an edit as `keep` with `flagModify`, and also lists folders and files that a merge did not touch. */
function isTouched({ action, flagModify, flagFile }: TouchedFile): boolean {
  return flagFile !== false && (action !== 'keep' || flagModify === true);
}
