import type { Call } from './commands.js';
import { coreOf, type Node } from './parse.js';
import { listOf } from './values.js';

/**
 * Separates parameters from arguments, and replaces a splatted `@list` or `@hashtable` by its values. Programs and
 * functions have no declared parameters here: everything is an argument.
 */
export async function readArguments(
  elements: readonly Node[],
  takes: Readonly<Record<string, 'value' | 'switch'>> | null,
  evaluate: (element: Node) => Promise<unknown>,
): Promise<Pick<Call, 'args' | 'parameters'>> {
  const args: unknown[] = [];
  const parameters = new Map<string, unknown>();
  let waiting: string | null = null;
  for (const element of elements.filter(({ text }) => text !== '2>$null')) {
    const isName = element.type === 'command_parameter';
    if (isName && takes !== null) {
      waiting = readName(element.text, takes, parameters);
      continue;
    }
    const value = isName ? element.text : await evaluate(element);
    if (waiting !== null) parameters.set(waiting, value);
    else if (coreOf(element).text.startsWith('@')) splat(value, args, parameters);
    else args.push(value);
    waiting = null;
  }
  return { args, parameters };
}

/** The name of a parameter whose value follows; null for a switch. */
function readName(
  text: string,
  takes: Readonly<Record<string, 'value' | 'switch'>>,
  parameters: Map<string, unknown>,
): string | null {
  const name = text.slice(1).toLowerCase();
  if (takes[name] === undefined) throw new Error(`the interpreter does not know the parameter ${text}`);
  if (takes[name] === 'value') return name;
  parameters.set(name, true);
  return null;
}

function splat(value: unknown, args: unknown[], parameters: Map<string, unknown>): void {
  if (!(value instanceof Map)) args.push(...listOf(value));
  else for (const [name, each] of value) parameters.set(String(name), each);
}
