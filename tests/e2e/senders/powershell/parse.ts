import { createRequire } from 'node:module';
import { Language, type Node as ParsedNode, Parser } from 'web-tree-sitter';

/** A node of the syntax tree. The parser's own nodes are read through WebAssembly, which is slow in a loop. */
export class Node {
  readonly type: string;
  readonly text: string;
  readonly isNamed: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly children: readonly Node[];
  readonly namedChildren: readonly Node[];

  constructor(
    parsed: ParsedNode,
    readonly parent: Node | null = null,
  ) {
    this.type = parsed.type;
    this.text = parsed.text;
    this.isNamed = parsed.isNamed;
    this.startIndex = parsed.startIndex;
    this.endIndex = parsed.endIndex;
    this.children = parsed.children.map((child) => new Node(child, this));
    this.namedChildren = this.children.filter((child) => child.isNamed);
  }

  descendantsOfType(type: string): Node[] {
    return this.children.flatMap((child) => [
      ...(child.type === type ? [child] : []),
      ...child.descendantsOfType(type),
    ]);
  }
}

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
  return new Node(root);
}

function findFlaw(node: ParsedNode): ParsedNode {
  if (node.isError || node.isMissing) return node;
  const child = node.children.find((each) => each.hasError || each.isError || each.isMissing);
  return child === undefined ? node : findFlaw(child);
}

const SEPARATORS = ['command_argument_sep', 'comment', 'empty_statement'];

/** The named children without separators. */
export function partsOf(node: Node): Node[] {
  return node.namedChildren.filter(({ type }) => !SEPARATORS.includes(type));
}

/** The innermost node that covers the same text: the grammar has a level for each operator precedence. */
export function coreOf(node: Node): Node {
  const [only, another] = node.children;
  const isSame = only?.isNamed && another === undefined && only.text === node.text;
  return isSame ? coreOf(only) : node;
}
