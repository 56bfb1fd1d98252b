import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';

export type { Node } from 'web-tree-sitter';

const require = createRequire(import.meta.url);

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm')));

/** Parses a script by PowerShell's grammar. Throws with the first place that does not fit it. */
export function parsePowershell(source: string): Node {
  const root = parser.parse(source)?.rootNode;
  if (root === undefined) throw new SyntaxError('the script cannot be parsed');
  const flaw = root.hasError ? findFlaw(root) : null;
  if (flaw !== null) {
    const { row, column } = flaw.startPosition;
    throw new SyntaxError(`line ${row + 1}, column ${column + 1}: ${flaw.text.slice(0, 60)}`);
  }
  return root;
}

function findFlaw(node: Node): Node {
  if (node.isError || node.isMissing) return node;
  const child = node.children.find((each) => each.hasError || each.isError || each.isMissing);
  return child === undefined ? node : findFlaw(child);
}

/** The named children without separators. */
export function partsOf(node: Node): Node[] {
  return node.namedChildren.filter(({ type }) => type !== 'command_argument_sep' && type !== 'comment');
}

/** The innermost node that covers the same text: the grammar has a level for each operator precedence. */
export function coreOf(node: Node): Node {
  const [only, another] = node.children;
  const isSame = only?.isNamed && another === undefined && only.text === node.text;
  return isSame ? coreOf(only) : node;
}
