import { describe, expect, it } from '@jest/globals';
import type { InvestigationCategory } from '@slipway/contracts';
import { attributeFailure, type FailureFinding } from './attribute.js';
import { type Author, addNoise, commit, makeWorld, spell, type World } from './generated-world.fixture.js';

const HISTORIES = 3_000;

interface Failure {
  readonly finding: Partial<FailureFinding>;
  /** The change that caused the failure; null if none did. */
  readonly author: Author | null;
  /** Whether the files are enough to find the author. */
  readonly isDecidable: boolean;
}

type Scenario = (world: World) => Failure;

const noted = (world: World, path: string) => [{ text: `${spell(world, path)}(3): error C2065: undeclared` }];

const scenarios: Readonly<Record<string, Scenario>> = {
  /** The change broke the failing file itself. */
  direct(world) {
    const [by, file] = [world.random.pick(world.authors), world.random.pick(world.tree.code)];
    commit(world, { by, files: [file, world.random.pick(world.tree.all)] });
    return { author: by, isDecidable: true, finding: { file: spell(world, file), evidence: noted(world, file) } };
  },
  /** A header was changed, and its source fails. */
  header(world) {
    const by = world.random.pick(world.authors);
    const header = world.random.pick(world.tree.code.filter((path) => path.endsWith('.h')));
    commit(world, { by, files: [header] });
    const source = header.replace('Public', 'Private').replace(/h$/, 'cpp');
    return { author: by, isDecidable: true, finding: { file: spell(world, source) } };
  },
  /** A changed header breaks another person's file; the log usually names both. */
  farHeader(world) {
    const by = world.random.pick(world.authors);
    const [header, source] = [
      world.random.pick(world.tree.code.filter((path) => path.endsWith('.h'))),
      world.random.pick(world.tree.code.filter((path) => path.endsWith('.cpp'))),
    ];
    commit(world, { by, files: [header] });
    const evidence = [...noted(world, source), ...(world.random.chance(0.8) ? noted(world, header) : [])];
    return { author: by, isDecidable: false, finding: { file: spell(world, source), evidence } };
  },
  cook(world) {
    const [by, file] = [world.random.pick(world.authors), world.random.pick(world.tree.content)];
    commit(world, { by, files: [file] });
    const name = file.replace('Content', '/Game').replace('.uasset', '');
    return { author: by, isDecidable: true, finding: { category: 'cook', file: name } };
  },
  /** Two people changed the failing file. */
  tie(world) {
    const { random, authors, tree } = world;
    const file = random.pick(tree.code);
    const [by, other] = [random.pick(authors), random.pick(authors)];
    for (const one of random.chance(0.5) ? [by, other] : [other, by]) commit(world, { by: one, files: [file] });
    return { author: by, isDecidable: false, finding: { file: spell(world, file) } };
  },
  /** The machine, the network or the depot failed. The log may still name a file. */
  machine(world) {
    const category = world.random.pick<InvestigationCategory>([
      'infra',
      'network',
      'source_control',
      'unknown',
      'toolchain',
    ]);
    return {
      author: null,
      isDecidable: false,
      finding: { category, file: spell(world, world.random.pickHot(world.tree.code)) },
    };
  },
  /** An uncertain finding names some file. */
  doubtful(world) {
    const file = spell(world, world.random.pickHot(world.tree.all));
    return { author: null, isDecidable: false, finding: { confidence: 0.3, file } };
  },
  /** A file was edited under its old name, then moved by someone else. */
  renamed(world) {
    const { random, authors, tree } = world;
    const [by, mover, file] = [random.pick(authors), random.pick(authors), random.pick(tree.code)];
    const moved = file.replace('Source/', 'Source/Moved');
    commit(world, { by, files: [file] });
    const move = [
      { path: file, action: 'delete' as const },
      { path: moved, action: 'add' as const },
    ];
    commit(world, { by: mover, files: move });
    return { author: by, isDecidable: false, finding: { file: spell(world, moved) } };
  },
  /** A change was reverted; another one caused the failure. */
  reverted(world) {
    const { random, authors, tree } = world;
    const file = random.pick(tree.code);
    const wrong = commit(world, { by: random.pick(authors), files: [file], description: 'Try another winch' });
    const words = world.isDepot
      ? `[Backout] - CL${wrong.identifier}`
      : `Revert "Try"\n\nThis reverts commit ${wrong.identifier}.`;
    commit(world, { by: random.pick(authors), files: [file], description: words });
    const by = random.pick(authors);
    if (random.chance(0.9)) commit(world, { by, files: [file] });
    else return { author: null, isDecidable: false, finding: { file: spell(world, file) } };
    return { author: by, isDecidable: true, finding: { file: spell(world, file) } };
  },
  /** Someone merges many files, including the failing one. */
  merged(world) {
    const { random, authors, tree } = world;
    const file = random.pick(tree.code);
    const by = random.pick(authors);
    if (!world.isDepot) commit(world, { by, files: [file] });
    const description = world.isDepot
      ? 'Merging //depot/dev/... to //depot/main/...'
      : "Merge branch 'dev' into main";
    commit(world, {
      by: random.pick(authors),
      files: [...new Set([file, ...tree.all.slice(0, 30)])],
      description,
    });
    return { author: by, isDecidable: !world.isDepot, finding: { file: spell(world, file) } };
  },
  /** The author's files are unknown. */
  unreported(world) {
    const by = world.random.pick(world.authors);
    commit(world, { by, files: null });
    return {
      author: by,
      isDecidable: false,
      finding: { file: spell(world, world.random.pick(world.tree.code)) },
    };
  },
};

/** The relative frequency of each scenario. */
const WEIGHTS: Readonly<Record<string, number>> = {
  direct: 30,
  header: 12,
  farHeader: 4,
  cook: 8,
  tie: 10,
  machine: 12,
  doubtful: 6,
  renamed: 5,
  reverted: 6,
  merged: 6,
  unreported: 1,
};

function runHistory(seed: number) {
  const world = makeWorld(seed);
  const { random } = world;
  const names = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name));
  const scenario = random.pick(names);
  addNoise(world, random.int(0, 6));
  const failure = (scenarios[scenario] as Scenario)(world);
  addNoise(world, random.int(0, 3));
  const finding: FailureFinding = {
    category: 'compile',
    confidence: 0.9,
    file: null,
    symbol: null,
    test: null,
    evidence: [],
    otherChangedFiles: [],
    ...failure.finding,
  };
  const { userId } = attributeFailure(finding, world.changes);
  const expected = failure.author?.userId ?? null;
  const isMachine = failure.author?.author.endsWith('[bot]') ?? false;
  return { scenario, userId, expected: isMachine ? null : expected, isDecidable: failure.isDecidable };
}

describe(`${HISTORIES} generated histories`, () => {
  const runs = Array.from({ length: HISTORIES }, (_, seed) => runHistory(seed + 1));
  const named = runs.filter(({ userId }) => userId !== null);
  const wrong = named.filter(({ userId, expected }) => userId !== expected);

  it('name the wrong person in at most 1 % of the cases that name anyone', () => {
    expect(named.length).toBeGreaterThan(HISTORIES / 5);
    expect(wrong.length / named.length).toBeLessThanOrEqual(0.01);
  });

  it('name the right person in most cases whose files suffice', () => {
    const decidable = runs.filter(({ isDecidable, expected }) => isDecidable && expected !== null);
    const right = decidable.filter(({ userId, expected }) => userId === expected);
    expect(decidable.length).toBeGreaterThan(HISTORIES / 4);
    expect(right.length / decidable.length).toBeGreaterThanOrEqual(0.75);
  });

  it('name no one when no change caused the failure', () => {
    const machine = runs.filter(({ scenario }) => scenario === 'machine' || scenario === 'doubtful');
    expect(machine.length).toBeGreaterThan(200);
    expect(machine.filter(({ userId }) => userId !== null)).toEqual([]);
  });
});
