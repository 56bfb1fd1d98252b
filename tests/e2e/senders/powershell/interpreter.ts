import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArguments } from './arguments.js';
import { CMDLETS, type Host } from './commands.js';
import { typesOf } from './dotnet.js';
import { branch, repeat } from './flow.js';
import { coreOf, type Node, parsePowershell, partsOf } from './parse.js';
import {
  ArrayList,
  CASTS,
  Continue,
  Exit,
  isTrue,
  listOf,
  memberOf,
  OPERATORS,
  PowershellError,
  Return,
  textOf,
  unescaped,
  unwrap,
} from './values.js';

type Evaluate = (node: Node) => Promise<readonly unknown[]>;

/**
 * Runs the part of PowerShell that our scripts use, where there is no PowerShell. It refuses everything else, so that
 * a script cannot rely on something that has no meaning here.
 */
export class Interpreter {
  private scopes: Map<string, unknown>[];
  private readonly functions = new Map<string, Node>();
  private readonly types: ReturnType<typeof typesOf>;

  constructor(
    private readonly host: Host,
    args: readonly unknown[] = [],
  ) {
    this.types = typesOf(host);
    this.scopes = [new Map<string, unknown>([['args', args]])];
  }

  /** Runs a script and prints its output. */
  async runScript(source: string): Promise<void> {
    const root = parsePowershell(source);
    const [parameters] = root.namedChildren.filter(({ type }) => type === 'param_block');
    if (parameters !== undefined) this.bind(parameters, this.read('args') as unknown[]);
    for (const part of root.namedChildren.filter(({ type }) => type === 'statement_list')) {
      for (const statement of partsOf(part)) {
        for (const line of await this.output(statement)) this.host.print(textOf(line));
      }
    }
  }

  private bind(declaration: Node, args: readonly unknown[]): void {
    declaration.descendantsOfType('script_parameter').forEach((parameter, at) => {
      const name = parameter?.descendantsOfType('variable')[0]?.text.slice(1).toLowerCase() ?? '';
      const isText = parameter?.descendantsOfType('type_literal')[0]?.text === '[string]';
      this.scopes.at(-1)?.set(name, isText ? textOf(args[at]) : (args[at] ?? null));
    });
  }

  private variable(node: Node): unknown {
    return this.read(node.text.replaceAll(/^[$@]\{?|\}$/g, '').toLowerCase());
  }

  private read(name: string): unknown {
    if (name.startsWith('env:')) return this.host.env[name.slice('env:'.length).toUpperCase()] ?? null;
    const constants: Readonly<Record<string, unknown>> = {
      null: null,
      true: true,
      false: false,
      pwd: this.host.folder,
    };
    if (Object.hasOwn(constants, name)) return constants[name];
    return this.scopes.findLast((scope) => scope.has(name))?.get(name) ?? null;
  }

  async value(node: Node): Promise<unknown> {
    const core = coreOf(node);
    // A list in a variable stays a list, even if it has only one entry.
    return core.type === 'variable' ? this.variable(core) : unwrap(await this.output(core));
  }

  async output(node: Node): Promise<readonly unknown[]> {
    const core = coreOf(node);
    const evaluate = this.evaluators[core.type];
    if (evaluate === undefined) throw new Error(`the interpreter does not know ${core.type}: ${core.text}`);
    return evaluate(core);
  }

  private async sequence(node: Node): Promise<readonly unknown[]> {
    return this.collect(partsOf(node), (part) => this.output(part));
  }

  /** The output of each step. A return keeps what was put out before it. */
  private async collect<Item>(items: readonly Item[], step: (item: Item) => Promise<readonly unknown[]>) {
    const output: unknown[] = [];
    try {
      for (const item of items) output.push(...(await step(item)));
    } catch (error) {
      throw error instanceof Return ? new Return([...output, ...error.output]) : error;
    }
    return output;
  }

  private readonly evaluators: Readonly<Record<string, Evaluate>> = {
    statement_list: (node) => this.sequence(node),
    statement_block: (node) => this.sequence(node),
    script_block: (node) => this.sequence(node),
    script_block_body: (node) => this.sequence(node),
    pipeline: (node) => this.sequence(node),
    parenthesized_expression: (node) => this.sequence(node),
    sub_expression: (node) => this.sequence(node),
    array_expression: async (node) => [(await this.sequence(node)).flat()],
    array_literal_expression: async (node) => [await Promise.all(partsOf(node).map((part) => this.value(part)))],
    decimal_integer_literal: async (node) => [Number(node.text)],
    hexadecimal_integer_literal: async (node) => [Number(node.text)],
    verbatim_string_characters: async (node) => [node.text.slice(1, -1).replaceAll("''", "'")],
    expandable_string_literal: async (node) => [await this.expand(node)],
    generic_token: async (node) => [node.text],
    variable: async (node) => listOf(this.variable(node)),
    braced_variable: async (node) => [this.variable(node)],
    element_access: async (node) => [await this.element(node)],
    type_literal: async (node) => [this.typeNamed(node)],
    member_access: async (node) => [await this.member(node)],
    invokation_expression: async (node) => this.invoke(node),
    hash_literal_expression: async (node) => [await this.hashtable(node)],
    cast_expression: async (node) => [await this.cast(node)],
    expression_with_unary_operator: async (node) => [await this.unary(node)],
    logical_expression: async (node) => [await this.logical(node)],
    bitwise_expression: (node) => this.binary(node),
    comparison_expression: (node) => this.binary(node),
    format_expression: (node) => this.binary(node),
    additive_expression: (node) => this.binary(node),
    additive_argument_expression: (node) => this.binary(node),
    multiplicative_expression: (node) => this.binary(node),
    multiplicative_argument_expression: (node) => this.binary(node),
    assignment_expression: (node) => this.assign(node),
    if_statement: (node) => branch(node, this),
    try_statement: (node) => this.attempt(node),
    foreach_statement: (node) => this.loop(node),
    while_statement: (node) => repeat(node, this),
    function_statement: async (node) => {
      const [name] = partsOf(node) as [Node];
      this.functions.set(name.text.toLowerCase(), node);
      return [];
    },
    flow_control_statement: (node) => this.leave(node),
    pipeline_chain: (node) => this.pipe(node),
    command: (node) => this.call(node, []),
    command_name: (node) => this.call(node, []),
  };

  /** A text in double quotes: variables and `$( )` are replaced. */
  private async expand(node: Node): Promise<string> {
    let text = '';
    let at = node.startIndex + 1;
    const plainText = (end: number) => unescaped(node.text.slice(at - node.startIndex, end - node.startIndex));
    for (const part of node.namedChildren) {
      text += plainText(part.startIndex) + textOf(await this.value(part));
      at = part.endIndex;
    }
    return text + plainText(node.endIndex - 1);
  }

  private typeNamed(node: Node): unknown {
    const name = node.text.slice(1, -1);
    const type = this.types[name];
    if (type === undefined) throw new Error(`the interpreter does not know the type ${name}`);
    return type;
  }

  private async member(node: Node): Promise<unknown> {
    const [owner, name] = partsOf(node) as [Node, Node];
    return memberOf(await this.value(owner), name.text);
  }

  private async invoke(node: Node): Promise<readonly unknown[]> {
    const method = (await this.member(node)) as (...args: unknown[]) => unknown;
    const args = node.namedChildren.at(-1)?.descendantsOfType('argument_expression') ?? [];
    const own = args.filter((arg) => arg.parent?.parent === node.namedChildren.at(-1));
    const values: unknown[] = [];
    for (const arg of own) values.push(await this.value(arg));
    const result = method(...values) ?? null;
    return result instanceof ArrayList ? [result] : listOf(result);
  }

  private async hashtable(node: Node): Promise<Map<string, unknown>> {
    const entries = new Map<string, unknown>();
    const [body] = partsOf(node);
    for (const entry of body === undefined ? [] : partsOf(body)) {
      const [key, value] = partsOf(entry) as [Node, Node];
      const core = coreOf(key);
      const name = core.type === 'simple_name' ? core.text : textOf(await this.value(key));
      entries.set(name.toLowerCase(), await this.value(value));
    }
    return entries;
  }

  private async unary(node: Node): Promise<unknown> {
    const operand = await this.value(partsOf(node)[0] as Node);
    return node.text.startsWith('-not') ? !isTrue(operand) : -Number(operand);
  }

  private async logical(node: Node): Promise<boolean> {
    const [left, right] = partsOf(node) as [Node, Node];
    const isAnd = node.children.some(({ text }) => text.toLowerCase() === '-and');
    return isTrue(await this.value(left)) === isAnd ? isTrue(await this.value(right)) : !isAnd;
  }

  private async binary(node: Node): Promise<readonly unknown[]> {
    const [left, , right] = node.children as [Node, Node, Node];
    const sign = node.children[1]?.text.toLowerCase() ?? '';
    const operator = OPERATORS[sign];
    if (operator === undefined) throw new Error(`the interpreter does not know the operator ${sign}`);
    return [operator(await this.value(left), await this.value(right))];
  }

  private async assign(node: Node): Promise<readonly unknown[]> {
    const [left, sign, right] = partsOf(node) as [Node, Node, Node];
    const target = coreOf(left);
    let value = await this.value(right);
    if (sign.text !== '=') value = OPERATORS[sign.text.slice(0, 1)]?.(await this.value(target), value);
    if (target.type === 'variable') this.scopes.at(-1)?.set(target.text.slice(1).toLowerCase(), value);
    else await this.assignMember(target, value);
    return [];
  }

  private async assignMember(target: Node, value: unknown): Promise<void> {
    const [owner, name] = partsOf(target) as [Node, Node];
    const object = await this.value(owner);
    if (target.type === 'element_access') (object as Map<unknown, unknown>).set(await this.value(name), value);
    else if (object instanceof Map) object.set(name.text.toLowerCase(), value);
    else Object.assign(object as object, { [name.text]: value });
  }

  private async element(node: Node): Promise<unknown> {
    const [owner, index] = partsOf(node) as [Node, Node];
    return ((await this.value(owner)) as Map<unknown, unknown>).get(await this.value(index)) ?? null;
  }

  private async cast(node: Node): Promise<unknown> {
    const [type, operand] = partsOf(node) as [Node, Node];
    const cast = CASTS[type.text];
    if (cast === undefined) throw new Error(`the interpreter does not know the cast ${type.text}`);
    return cast(await this.value(operand));
  }

  private async attempt(node: Node): Promise<readonly unknown[]> {
    const [block] = partsOf(node) as [Node];
    const [clause] = node.descendantsOfType('catch_clause');
    try {
      return await this.output(block);
    } catch (error) {
      if (!(error instanceof PowershellError)) throw error;
      this.scopes.at(-1)?.set('_', error);
      return this.sequence(clause?.namedChildren.at(-1) as Node);
    }
  }

  private async loop(node: Node): Promise<readonly unknown[]> {
    const [variable, list, block] = partsOf(node) as [Node, Node, Node];
    return this.collect(listOf(await this.value(list)), (item) => {
      this.scopes.at(-1)?.set(variable.text.slice(1).toLowerCase(), item);
      return this.output(block);
    });
  }

  private async leave(node: Node): Promise<never> {
    const [result] = partsOf(node);
    const output = result === undefined ? [] : await this.output(result);
    if (node.text === 'continue' || node.text === 'break') throw new Continue(node.text === 'break');
    if (node.text.startsWith('exit')) throw new Exit(Number(unwrap(output) ?? 0));
    throw new Return(output);
  }

  private async pipe(node: Node): Promise<readonly unknown[]> {
    const [first, ...others] = partsOf(node) as [Node, ...Node[]];
    let output = await this.output(first);
    for (const command of others) output = await this.call(coreOf(command), output);
    return output;
  }

  private async call(node: Node, input: readonly unknown[]): Promise<readonly unknown[]> {
    const parts = node.type === 'command_name' ? [node] : partsOf(node);
    const [first, ...rest] = parts.filter(({ type }) => type !== 'command_invokation_operator');
    const named = coreOf(first as Node);
    const name = named.type === 'command_name' ? named.text : textOf(await this.value(named));
    const elements = rest.flatMap((each) => (each.type === 'command_elements' ? partsOf(each) : [each]));
    const evaluate = (element: Node) => this.value(element);
    const cmdlet = CMDLETS[name.toLowerCase()];
    if (cmdlet !== undefined) {
      return cmdlet.run({ ...(await readArguments(elements, cmdlet.takes, evaluate)), input, host: this.host });
    }
    const { args } = await readArguments(elements, null, evaluate);
    const body = this.functions.get(name.toLowerCase());
    if (body !== undefined) return this.enter(body, args);
    if (name.endsWith('.ps1')) return this.runFile(name, args);
    const quiet = elements.some(({ text }) => text === '2>$null');
    const { code, lines } = await this.host.run(name, args.map(textOf), quiet);
    this.scopes[0]?.set('lastexitcode', code);
    return lines;
  }

  private async enter(body: Node, args: readonly unknown[]): Promise<readonly unknown[]> {
    this.scopes.push(new Map<string, unknown>([['args', args]]));
    try {
      const [, ...parts] = partsOf(body);
      const declared = parts.filter(({ type }) => type === 'function_parameter_declaration');
      for (const declaration of declared) this.bind(declaration, args);
      return await this.collect(
        parts.filter((part) => !declared.includes(part)),
        (part) => this.output(part),
      );
    } catch (error) {
      if (error instanceof Return) return error.output;
      throw error;
    } finally {
      this.scopes.pop();
    }
  }

  private async runFile(path: string, args: readonly unknown[]): Promise<readonly unknown[]> {
    const script = new Interpreter(this.host, args);
    await script.runScript(await readFile(resolve(this.host.folder, path), 'utf8'));
    return [];
  }
}
