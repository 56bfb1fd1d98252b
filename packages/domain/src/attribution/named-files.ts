import type { InvestigationCategory } from '@slipway/contracts';
import { packageFile, sourceOf } from './code-files.js';
import { type FilePath, nameOf, parseFilePath, stemOf } from './file-path.js';
import { isDistinctive } from './same-file.js';

export interface FindingPlace {
  readonly category: InvestigationCategory;
  readonly file: string | null;
  readonly symbol: string | null;
  readonly test: string | null;
}

/** The files that a finding names, grouped by how it names them. */
export interface NamedFiles {
  readonly files: readonly FilePath[];
  /** Unreal packages, without their extension. */
  readonly packages: readonly FilePath[];
  /** Names without folder or extension that code files may have. */
  readonly stems: ReadonlySet<string>;
}

const NAMED_BY_SYMBOL: ReadonlySet<InvestigationCategory> = new Set(['compile', 'link', 'codegen']);

export function namedFiles(place: FindingPlace): NamedFiles {
  const { file, symbol } = place;
  const packages = [file, symbol].flatMap((text) => (text === null ? [] : (packageFile(text) ?? [])));
  const path =
    file === null || /^\/Game\//.test(file) ? null : parseFilePath(withoutShaderRoot(withoutPosition(file)));
  const files = path === null || path.segments.length === 0 ? [] : [path];
  return { files, packages, stems: new Set(stemsOf(place, files).filter(isDistinctive)) };
}

function stemsOf({ category, symbol, test }: FindingPlace, files: readonly FilePath[]): string[] {
  const made = files.flatMap((file) => sourceOf(file)?.segments[0]?.replace(/\.[a-z]{1,3}$/, '') ?? []);
  const classes = symbol !== null && NAMED_BY_SYMBOL.has(category) ? classNames(symbol) : [];
  if (category !== 'test') return [...made, ...classes];
  const tested = files.map((file) => testedName(stemOf(file)) || testedByFile(file));
  return [...made, ...tested, ...testedNames(test ?? '')];
}

/** Removes the position from `Crane.cpp(12,5)` and `Crane.cpp:12:5`. */
function withoutPosition(file: string): string {
  return file.replace(/\(\d{1,9}(?:,\d{1,9})*\)$/, '').replace(/(?::\d{1,9}){1,2}$/, '');
}

/** Unreal prints a shader's mount point: `/Project/Fog.usf` is in the project's shader folder. */
function withoutShaderRoot(file: string): string {
  return file.replace(/^\/(?:Project|Plugin\/\w+)\/(?=.*\.us[fh]$)/, '');
}

/** The classes in a symbol, with and without Unreal's prefix letter. */
function classNames(symbol: string): string[] {
  const names = symbol.slice(0, 500).match(/[A-Za-z_][A-Za-z0-9_]*(?=::)/g) ?? [];
  const alone = /^(?:\w+\.)*([A-Za-z_]\w*)$/.exec(symbol.slice(0, 500))?.[1];
  return [...names, ...(alone === undefined ? [] : [alone])].flatMap((name) =>
    /^[UAFEIST][A-Z]/.test(name) ? [name.toLowerCase(), name.slice(1).toLowerCase()] : [name.toLowerCase()],
  );
}

/** The tested unit: `crane` for `Harbor.CraneTests.Lifts`, `test_crane.py::test_lift` and `CraneTest#lift`. */
function testedNames(test: string): string[] {
  const words = test.slice(0, 500).match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  // In `Game.Gameplay.Inventory.Merge`, the second-to-last part contains the test.
  const holder = /^\w+(?:\.\w+)*\.(\w+)\.\w+$/.exec(test.slice(0, 500))?.[1]?.toLowerCase();
  const marked = words.map((word) => testedName(word.toLowerCase())).filter((name) => name !== '');
  return holder === undefined ? marked : [...marked, holder];
}

/** `crane` for `crane.test.ts`. */
function testedByFile(path: FilePath): string {
  return /\.(?:test|tests|spec)\./.test(nameOf(path)) ? stemOf(path) : '';
}

/** The name without the words that mark it as a test; empty if there are none. */
export function testedName(name: string): string {
  const tested = name.replace(/^tests?_/, '').replace(/_?(?:tests?|specs?|testcase)$/, '');
  return tested === name ? '' : tested;
}
