import { type Node, partsOf } from './parse.js';
import { Continue, isTrue } from './values.js';

interface Runner {
  value(node: Node): Promise<unknown>;
  output(node: Node): Promise<readonly unknown[]>;
}

/** Runs an if statement with its elseif and else clauses. */
export async function branch(node: Node, runner: Runner): Promise<readonly unknown[]> {
  const [condition, block, ...others] = partsOf(node) as [Node, Node, ...Node[]];
  if (isTrue(await runner.value(condition))) return runner.output(block);
  for (const clause of others.flatMap((each) => (each.type === 'elseif_clauses' ? partsOf(each) : [each]))) {
    const [first, second] = partsOf(clause) as [Node, Node | undefined];
    if (second === undefined) return runner.output(first);
    if (isTrue(await runner.value(first))) return runner.output(second);
  }
  return [];
}

/** Runs a while statement. */
export async function repeat(node: Node, runner: Runner): Promise<readonly unknown[]> {
  const [condition, block] = partsOf(node) as [Node, Node];
  const output: unknown[] = [];
  while (isTrue(await runner.value(condition))) {
    try {
      output.push(...(await runner.output(block)));
    } catch (error) {
      if (!(error instanceof Continue)) throw error;
      if (error.isLast) break;
    }
  }
  return output;
}
