/** A path in comparable form: lowercase segments without separators, drive or depot syntax. */
export interface FilePath {
  readonly segments: readonly string[];
  /** The number of leading segments that name the depot and stream. */
  readonly rootLength: number;
}

const DEPOT_ROOT_LENGTH = 2;
const DEPOT_ESCAPES: Readonly<Record<string, string>> = { '%40': '@', '%23': '#', '%2a': '*', '%25': '%' };

/** Reads a path from a log, a commit or a depot. */
export function parseFilePath(text: string): FilePath {
  const isDepot = /^\/\/[^/]/.test(text);
  const plain = text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .replace(/^[a-z][a-z0-9+.-]+:\/\//i, '')
    .replaceAll('\\', '/')
    .replace(/^[a-z]:(?=\/|$)/i, '')
    .replace(/[#@]\d{1,12}$/, '')
    .replace(/%(?:40|23|2a|25)/gi, (code) => DEPOT_ESCAPES[code.toLowerCase()] ?? code)
    .normalize('NFC')
    .toLowerCase();
  return { segments: resolveDots(plain.split('/')), rootLength: isDepot ? DEPOT_ROOT_LENGTH : 0 };
}

function resolveDots(segments: readonly string[]): string[] {
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === '..') resolved.pop();
    else if (segment !== '' && segment !== '.') resolved.push(segment);
  }
  return resolved;
}

export const nameOf = ({ segments }: FilePath): string => segments.at(-1) ?? '';

/** The name up to the first dot after its first character: `crane` for `crane.generated.h`. */
export function stemOf(path: FilePath): string {
  const name = nameOf(path);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

export function extensionOf(path: FilePath): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}

export function withName(path: FilePath, name: string): FilePath {
  return { ...path, segments: [...path.segments.slice(0, -1), name] };
}
