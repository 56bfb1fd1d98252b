import type { FileAction } from '@slipway/contracts';

/** A folder or file of a change. A file has an action and no children. */
export interface TreeNode {
  readonly name: string;
  readonly path: string;
  readonly action: FileAction | null;
  readonly children: readonly TreeNode[];
  readonly fileCount: number;
}

interface ChangedFile {
  readonly path: string;
  readonly action: FileAction;
}

/** Arranges files in folders. A folder that contains only one folder is merged with it: `Content/Maps/Harbor`. */
export function fileTree(files: readonly ChangedFile[]): TreeNode[] {
  return build(
    files.map((file) => ({ file, rest: file.path.replace(/^\/+/, '').split('/') })),
    '',
  );
}

interface Entry {
  readonly file: ChangedFile;
  readonly rest: readonly string[];
}

function build(entries: readonly Entry[], parent: string): TreeNode[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = entry.rest[0] ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  const nodes = [...groups].flatMap(([name, members]): TreeNode[] => {
    const path = `${parent}/${name}`;
    const files = members.filter(({ rest }) => rest.length === 1);
    const below = members
      .filter(({ rest }) => rest.length > 1)
      .map(({ file, rest }) => ({ file, rest: rest.slice(1) }));
    const leaves = files.map(({ file }) => ({
      name,
      path: file.path,
      action: file.action,
      children: [],
      fileCount: 1,
    }));
    return below.length === 0 ? leaves : [...leaves, merge({ name, path, children: build(below, path) })];
  });
  return nodes.toSorted(
    (a, b) => Number(a.children.length === 0) - Number(b.children.length === 0) || a.name.localeCompare(b.name),
  );
}

function merge({ name, path, children }: { name: string; path: string; children: readonly TreeNode[] }): TreeNode {
  const [only] = children;
  if (children.length === 1 && only !== undefined && only.children.length > 0)
    return { ...only, name: `${name}/${only.name}` };
  const fileCount = children.reduce((sum, child) => sum + child.fileCount, 0);
  return { name, path, action: null, children, fileCount };
}
