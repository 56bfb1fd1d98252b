import type { FileChange } from '../deliveries/operations.js';
import { isCode, packageOf, SOURCE_SIDES, unitOf, withoutMeta } from './code-files.js';
import { extensionOf, type FilePath, nameOf, parseFilePath, stemOf } from './file-path.js';
import { type NamedFiles, testedName } from './named-files.js';
import { compareFiles, type Likeness } from './same-file.js';

export interface ChangedFile {
  readonly path: FilePath;
  readonly action: FileChange['action'];
  /** The path as the tool sent it. */
  readonly spelled: string;
}

/** A changed file that the finding names: the file itself, or another one in the same unit (header, source, test). */
export interface Touch {
  readonly file: ChangedFile;
  readonly kind: 'file' | 'unit';
  readonly likeness: Likeness;
  /** The number of equal segments, counted back from the name. */
  readonly shared: number;
}

const NAMED_CODE =
  /^(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inl|m|mm|cs|java|kt|kts|swift|go|rs|py|rb|php|ts|tsx|js|jsx|mjs|cjs|lua|scala)$/;

export function readFiles(files: readonly FileChange[]): ChangedFile[] {
  return files.map(({ path, action }) => ({ path: withoutMeta(parseFilePath(path)), action, spelled: path }));
}

export function foldersOf(files: Iterable<Pick<ChangedFile, 'path'>>): Set<string> {
  const folders = new Set<string>();
  for (const { path } of files) for (const folder of path.segments.slice(path.rootLength, -1)) folders.add(folder);
  return folders;
}

/** Compares a changed file with those that the finding names; null if none matches. */
export function findTouch(file: ChangedFile, named: NamedFiles, folders: ReadonlySet<string>): Touch | null {
  for (const failing of named.files) {
    const same = compareFiles(failing, file.path, folders);
    if (same !== null) return { file, kind: 'file', ...same };
    const unit = compareUnits(failing, file.path, folders);
    if (unit !== null) return { file, kind: 'unit', ...unit };
  }
  const packed = packageOf(file.path);
  for (const failing of packed === null ? [] : named.packages) {
    const same = compareFiles(failing, packed ?? file.path, folders);
    if (same !== null) return { file, kind: 'file', ...same };
  }
  const isNamed = NAMED_CODE.test(extensionOf(file.path)) && hasStem(file.path, named.stems);
  return isNamed ? { file, kind: 'unit', likeness: 'name', shared: 1 } : null;
}

function hasStem(path: FilePath, stems: ReadonlySet<string>): boolean {
  const stem = stemOf(path);
  return stems.has(stem) || stems.has(testedName(stem));
}

/** Compares a header with its source, whichever folders the project keeps them in. */
function compareUnits(failing: FilePath, changed: FilePath, folders: ReadonlySet<string>) {
  const isPair = isCode(failing) && isCode(changed) && stemOf(failing) === stemOf(changed);
  if (!isPair || nameOf(failing) === nameOf(changed)) return null;
  return (
    compareFiles(unitOf(failing), unitOf(changed), folders) ??
    compareFiles(unitOf(failing, SOURCE_SIDES), unitOf(changed, SOURCE_SIDES), folders)
  );
}
