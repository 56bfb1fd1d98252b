import { extensionOf, nameOf } from './file-path.js';
import type { NamedFiles } from './named-files.js';
import { type ChangedFile, findTouch, type Touch } from './touches.js';

/** A change that touched a file named by the finding. */
export interface TouchingChange<M> {
  readonly made: M;
  readonly touch: Touch;
}

interface MadeChange {
  readonly files: readonly ChangedFile[] | null;
}

/** The changes that touched a file named by the finding, including changes made before the file was moved. */
export function findTouches<M extends MadeChange>(
  made: readonly M[],
  named: NamedFiles,
  folders: ReadonlySet<string>,
): TouchingChange<M>[] {
  const direct = nearest(made.flatMap((change) => touchesOf(change, named, folders)));
  const former = direct.flatMap(({ made: { files }, touch }) => formerPaths(touch.file, files ?? []));
  if (former.length === 0) return perChange(direct);
  const moved = { files: former.map(({ path }) => path), packages: [], stems: new Set<string>() };
  const before = made.flatMap((change) => touchesOf(change, moved, folders));
  const order = new Map(made.map((change, index) => [change, index]));
  const all = [...direct, ...nearest(before)].toSorted(
    (a, b) => (order.get(a.made) ?? 0) - (order.get(b.made) ?? 0),
  );
  return perChange(all);
}

function touchesOf<M extends MadeChange>(
  made: M,
  named: NamedFiles,
  folders: ReadonlySet<string>,
): TouchingChange<M>[] {
  return (made.files ?? []).flatMap((file) => {
    const touch = findTouch(file, named, folders);
    return touch === null ? [] : [{ made, touch }];
  });
}

/** The files that share the longest path with the finding. A name alone counts only if no other file has it. */
function nearest<M>(touches: readonly TouchingChange<M>[]): TouchingChange<M>[] {
  const longest = Math.max(0, ...touches.filter(isSamePath).map(({ touch }) => touch.shared));
  const near = touches.filter((touching) => !isSamePath(touching) || touching.touch.shared === longest);
  const isKnownByPath = near.some(isSamePath);
  const byName = near.filter(({ touch }) => touch.likeness === 'name');
  const isOne = (kind: Touch['kind']) =>
    new Set(
      byName.filter(({ touch }) => touch.kind === kind).map(({ touch }) => touch.file.path.segments.join('/')),
    ).size <= 1;
  const isUsable = { file: !isKnownByPath && isOne('file'), unit: true };
  return near.filter(({ touch }) => touch.likeness !== 'name' || isUsable[touch.kind]);
}

const isSamePath = ({ touch }: { readonly touch: Touch }) => touch.kind === 'file' && touch.likeness !== 'name';

function perChange<M>(touches: readonly TouchingChange<M>[]): TouchingChange<M>[] {
  const first = new Map<M, TouchingChange<M>>();
  for (const touching of touches) {
    const known = first.get(touching.made);
    if (known === undefined || (known.touch.kind === 'unit' && touching.touch.kind === 'file'))
      first.set(touching.made, touching);
  }
  return [...first.values()];
}

/** The previous path of an added file, if the same change removed a similar file. */
function formerPaths({ path, action }: ChangedFile, files: readonly ChangedFile[]): ChangedFile[] {
  if (action !== 'add' && action !== 'move') return [];
  const removed = files.filter(
    (file) => file.action === 'delete' || (file.action === 'move' && file.path !== path),
  );
  const sameName = removed.filter((file) => nameOf(file.path) === nameOf(path));
  if (sameName.length > 0) return sameName;
  const sameKind = removed.filter((file) => extensionOf(file.path) === extensionOf(path));
  return sameKind.length === 1 ? sameKind : [];
}
