/** Reads what source files declare, for `npm run generate`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const { parseSync } = createRequire(`${root}/package.json`)('@swc/core');
const known = new Map();

/** The constants and functions that a file declares at its top level, by name. */
export function readSource(path) {
  if (!known.has(path)) known.set(path, parse(path));
  return known.get(path);
}

function parse(path) {
  const bytes = readFileSync(join(root, path));
  const { body } = parseSync(bytes.toString(), { syntax: 'typescript', tsx: path.endsWith('.tsx') });
  const declared = body.flatMap((item) => {
    const isExported = item.type === 'ExportDeclaration';
    const declaration = isExported ? item.declaration : item;
    if (declaration.type === 'FunctionDeclaration')
      return [{ name: declaration.identifier.value, value: declaration, isExported }];
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.map(({ id, init }) => ({ name: id.value, value: bare(init), isExported }));
  });
  return {
    declared,
    /** The text of a node; spans count bytes from 1. */
    textOf: ({ span }) => bytes.subarray(span.start - 1, span.end - 1).toString(),
  };
}

/** A value without `as const` and `satisfies`. */
function bare(node) {
  return node && 'expression' in node && node.type.startsWith('Ts') ? bare(node.expression) : node;
}

export const calledIn = (value) => (value?.type === 'CallExpression' ? value.callee.value : undefined);

/** The fields of the object that a value is, or that is passed to the function that makes it, by name. */
export function fieldsOf(value) {
  const candidates =
    value.type === 'CallExpression' ? value.arguments.map(({ expression }) => expression) : [value];
  const objects = candidates.map(bare).filter(({ type }) => type === 'ObjectExpression');
  const fields = objects
    .flatMap(({ properties }) => properties)
    .map((property) => {
      if (property.type === 'Identifier') return [property.value, property];
      return [property.key?.value, property.value && bare(property.value)];
    });
  return new Map(fields);
}

export function stringIn(value, field) {
  const found = fieldsOf(value).get(field);
  return found?.type === 'StringLiteral' ? found.value : undefined;
}
