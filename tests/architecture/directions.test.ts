import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allowed, plants, violations } from './planted-imports.js';
import { type PlantedTree, plantTree } from './planted-tree.js';
import { checkout, runTool } from './tool.js';

interface Violation {
  from: string;
  rule: { name: string };
}

const folders = ['apps', 'packages', 'prisma', 'tests', 'infra'];

/** Checks the tree at `cwd` with the checkout's rules; returns the violated rules by file. */
async function violatedRules(cwd: string): Promise<Record<string, string[]>> {
  const config = join(checkout, '.dependency-cruiser.mjs');
  const { stdout, stderr } = await runTool('depcruise', ['--config', config, '-T', 'json', ...folders], cwd);
  if (stdout === '') throw new Error(stderr);
  const found: Record<string, string[]> = {};
  for (const { from, rule } of JSON.parse(stdout).summary.violations as Violation[]) {
    found[from] = [...new Set([...(found[from] ?? []), rule.name])].toSorted();
  }
  return found;
}

function plantAll({ installed }: { installed: boolean }): Promise<PlantedTree> {
  return plantTree(Object.fromEntries(plants.map(({ file, source }) => [file, source])), { installed });
}

describe('import directions', () => {
  let tree: PlantedTree;
  let found: Record<string, string[]>;
  beforeAll(async () => {
    tree = await plantAll({ installed: true });
    found = await violatedRules(tree.root);
  });
  afterAll(() => tree.remove());

  it.each(violations)('$rules: reported for $file', ({ file, rules }) => {
    expect(found[file]).toEqual(rules.toSorted());
  });

  it.each(allowed)('nothing is reported for $file', ({ file }) => {
    expect(found[file]).toBeUndefined();
  });

  it('nothing else is reported', () => {
    expect(Object.keys(found).toSorted()).toEqual(violations.map(({ file }) => file).toSorted());
  });
});

describe('import directions where pnpm links no undeclared dependency', () => {
  const thirdParty = violations.filter(({ source }) =>
    /(?:from |import[ (])'(?!node:|child_process|@slipway|[.])/.test(source),
  );
  let tree: PlantedTree;
  let found: Record<string, string[]>;
  beforeAll(async () => {
    tree = await plantAll({ installed: false });
    found = await violatedRules(tree.root);
  });
  afterAll(() => tree.remove());

  it.each(thirdParty)('$rules: reported for $file', ({ file, rules }) => {
    expect(found[file]).toEqual([...rules, 'no-unresolvable'].toSorted());
  });
});
