import { extensionOf, type FilePath, nameOf, stemOf, withName } from './file-path.js';

const HEADERS: ReadonlySet<string> = new Set(['h', 'hh', 'hpp', 'hxx', 'inl', 'ipp', 'ush']);
const SOURCES: ReadonlySet<string> = new Set(['c', 'cc', 'cpp', 'cxx', 'm', 'mm', 'ixx', 'usf']);
const MODULE_FILES = /\.(?:build|target)\.cs$|\.(?:uproject|uplugin|asmdef|props|targets)$/;

/** Folders that separate headers from sources. */
const HEADER_SOURCE_FOLDERS: ReadonlySet<string> = new Set(
  'public private classes internal include inc src sources lib main'.split(' '),
);
/** The same folders plus `Source`, which in other places is the root of all code. */
export const SOURCE_SIDES: ReadonlySet<string> = new Set([...HEADER_SOURCE_FOLDERS, 'source']);

/** Whether other files are recompiled when this one changes. */
export function reachesOthers(path: FilePath): boolean {
  return HEADERS.has(extensionOf(path)) || MODULE_FILES.test(nameOf(path));
}

export function isCode(path: FilePath): boolean {
  const extension = extensionOf(path);
  return HEADERS.has(extension) || SOURCES.has(extension);
}

/** The path that a header and its source share: `Source/Harbor/Crane` for `Source/Harbor/Public/Crane.h`. */
export function unitOf(path: FilePath, sides = HEADER_SOURCE_FOLDERS): FilePath {
  const folders = path.segments.slice(0, -1);
  const common = folders.filter((folder, index) => index < path.rootLength || !sides.has(folder));
  return { segments: [...common, stemOf(path)], rootLength: path.rootLength };
}

/** A built file's source: `Crane.cpp` for `Crane.cpp.obj`, `Crane` for `Crane.obj` and `Crane.generated.h`. */
export function sourceOf(path: FilePath): FilePath | null {
  const name = nameOf(path);
  const generated = /^(.+)\.(?:generated\.h|gen\.cpp|g\.cs)$/.exec(name)?.[1];
  const object = /^(.+)\.(?:obj|o)$/.exec(name)?.[1];
  const source = generated ?? object;
  // Built files are in other folders, so only the name leads to the source.
  return source === undefined ? null : { segments: [source], rootLength: 0 };
}

/** A file's module in an Unreal project: the folder below the last `Source`, or the name in a unity file. */
export function moduleOf(path: FilePath): string | null {
  const unity = /^module\.([a-z0-9_]+)(?:\.\d+(?:_of_\d+)?)?\.cpp(?:\.obj|\.o)?$/.exec(nameOf(path))?.[1];
  if (unity !== undefined) return unity;
  const at = path.segments.lastIndexOf('source');
  return at < 0 || at > path.segments.length - 3 ? null : (path.segments[at + 1] ?? null);
}

/** The asset that a Unity `.meta` file belongs to. */
export function withoutMeta(path: FilePath): FilePath {
  const name = nameOf(path);
  return name.endsWith('.meta') ? withName(path, name.slice(0, -'.meta'.length)) : path;
}

/** The path, without extension, of an Unreal package such as `/Game/Props/T_Crate.T_Crate`; null for other text. */
export function packageFile(text: string): FilePath | null {
  const parts = /^\/([A-Za-z_]\w*)\/((?:[\w-]+\/)*)([\w-]+)(?:\.([\w-]+))?(?::.*)?$/.exec(text.trim());
  const [, mount = '', folders = '', name = '', object = name] = parts ?? [];
  if (parts === null || mount === 'Engine' || mount === 'Script' || object.replace(/_C$/, '') !== name)
    return null;
  const root = mount === 'Game' ? ['content'] : [mount.toLowerCase(), 'content'];
  return { segments: [...root, ...`${folders}${name}`.toLowerCase().split('/')], rootLength: 0 };
}

const PACKAGES: ReadonlySet<string> = new Set(['uasset', 'umap', 'uexp', 'ubulk']);

/** The path without its extension if it is an Unreal package; null for other files. */
export function packageOf(path: FilePath): FilePath | null {
  return PACKAGES.has(extensionOf(path)) ? withName(path, stemOf(path)) : null;
}
