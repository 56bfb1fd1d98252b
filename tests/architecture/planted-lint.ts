import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { plantTree } from './planted-tree.js';
import { checkout, runTool } from './tool.js';

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
}

/** Lints files in a temporary workspace with the checkout's settings; returns those that violate the rule. */
export async function filesAgainst(rule: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const tree = await plantTree({ ...files }, { installed: false });
  try {
    for (const file of ['biome.json', 'infra/no-object-spread.grit'])
      await cp(join(checkout, file), join(tree.root, file));
    const { stdout } = await runTool('biome', ['lint', '--vcs-enabled=false', '--reporter=json', '.'], tree.root);
    const { diagnostics } = JSON.parse(stdout) as Report;
    return diagnostics
      .filter(({ category }) => category === `lint/${rule}`)
      .map(({ location }) => location.path)
      .toSorted();
  } finally {
    await tree.remove();
  }
}
