import type { FileAction } from '@slipway/contracts';
import type { SuspectChange } from './attribute.js';

/** Pseudo-random numbers that are the same in every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T,
    /** Picks the first ones far more often than the last: some files are edited by everybody. */
    pickHot: <T>(from: readonly T[]): T => from[Math.floor(next() ** 2 * from.length)] as T,
  };
}
type Random = ReturnType<typeof randomFrom>;

/** A person or a machine. */
export interface Author {
  readonly author: string;
  readonly authorUid: string;
  readonly userId: number | null;
}

/** The files of a studio: Unreal modules, packages and scripts. */
function makeTree(random: Random) {
  const things = ['Crane', 'Rope', 'Winch', 'Barge', 'Quay', 'Pilot', 'Anchor', 'Tide', 'Cargo', 'Buoy'];
  const modules = ['Harbor', 'Docks', 'Weather', 'Combat'];
  const code = modules.flatMap((module) =>
    things.flatMap((thing) => [
      `Source/${module}/Private/${module}${thing}.cpp`,
      `Source/${module}/Public/${module}${thing}.h`,
    ]),
  );
  // Names that every module or folder has.
  const alike = modules.flatMap((module) => [
    `Source/${module}/Private/Types.cpp`,
    `Source/${module}/Public/Types.h`,
    `Source/${module}/${module}.Build.cs`,
    `Tools/${module}/src/index.ts`,
  ]);
  const content = things.map((thing) => `Content/Props/SM_${thing}.uasset`);
  const shuffled = [...code, ...alike].toSorted(() => random.int(0, 1) - 0.5);
  return { code, content, all: [...shuffled, ...content] };
}

function makeAuthors(random: Random): Author[] {
  return Array.from({ length: random.int(2, 8) }, (_, index) => {
    if (random.chance(0.08)) return { author: 'renovate[bot]', authorUid: 'renovate[bot]', userId: null };
    const login = `dev${index}`;
    return { author: login, authorUid: login, userId: random.chance(0.85) ? 100 + index : null };
  });
}

/** A studio with its files, people and changes. */
export interface World {
  readonly random: Random;
  readonly authors: readonly Author[];
  readonly tree: ReturnType<typeof makeTree>;
  readonly isDepot: boolean;
  readonly root: string;
  readonly changes: SuspectChange[];
}

interface NewChange {
  readonly by: Author;
  readonly files: readonly (string | { path: string; action: FileAction })[] | null;
  readonly description?: string;
}

export function commit(world: World, { by, files, description = 'Work' }: NewChange): SuspectChange {
  const id = world.changes.length + 1;
  const identifier = world.isDepot ? String(70_000 + id) : (id * 2_654_435_761).toString(16).padStart(40, 'c');
  const change: SuspectChange = {
    id,
    identifier,
    displayIdentifier: identifier.slice(0, 8),
    sourceType: world.isDepot ? 'Changelist' : 'GitCommit',
    description,
    ...by,
    files:
      files?.map((file) => {
        const { path, action } = typeof file === 'string' ? { path: file, action: 'edit' as const } : file;
        return { path: world.root + path, action };
      }) ?? null,
  };
  world.changes.push(change);
  return change;
}

/** Creates the world of a seed: its files and people, without changes. */
export function makeWorld(seed: number): World {
  const random = randomFrom(seed);
  const isDepot = random.chance(0.5);
  const root = isDepot ? random.pick(['//depot/main/', '//depot/main/Game/', '//streams/dev/']) : '';
  return { random, authors: makeAuthors(random), tree: makeTree(random), isDepot, root, changes: [] };
}

/** Unrelated changes by everybody else. */
export function addNoise(world: World, count: number): void {
  const { random, authors, tree } = world;
  for (let made = 0; made < count; made += 1) {
    const files = Array.from({ length: random.int(1, 4) }, () => random.pickHot(tree.all));
    const isUnknown = random.chance(0.02);
    commit(world, { by: random.pick(authors), files: isUnknown ? null : [...new Set(files)] });
  }
}

/** The path in the log of some machine. */
export function spell(world: World, path: string): string {
  const { random } = world;
  const root = random.pick(['D:\\jenkins\\workspace\\Harbor-Win64\\', '/home/ci/ws/', '', 'C:/p4/nightly/']);
  const spelled = root + path;
  return root.includes('\\')
    ? spelled.replaceAll('/', '\\').replace('Harbor', random.pick(['Harbor', 'HARBOR']))
    : spelled;
}
