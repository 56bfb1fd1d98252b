/** How `npm run generate` writes registries. */
import { basename, dirname } from 'node:path';
import { fieldsOf, stringIn } from './sources.mjs';

export function renderExports(units) {
  return [...new Set(units.map(({ from }) => `export * from '${from}';`))];
}

const imports = (units) =>
  units.map(({ name, member, from }) => `import { ${member} as ${name} } from '${from}';`);

export function renderList(units, { list }) {
  return [
    ...imports(units),
    '',
    `export const ${list} = [`,
    ...units.map(({ name }) => `  ${name},`),
    '] as const;',
  ];
}

/** Files that export several units. */
export function renderFiles(units, { list }) {
  return [
    ...new Set(units.map(({ file, from }) => `import * as ${file} from '${from}';`)),
    '',
    `export const ${list} = [`,
    ...units.map(({ file, member }) => `  ${file}.${member},`),
    '] as const;',
  ];
}

/** The id of a provider or a kind of channel, derived from its folder name. */
const idOf = (path) => basename(dirname(path)).replaceAll('-', '_');

export function renderByFolder(units, { list }) {
  return [
    ...imports(units),
    '',
    `export const ${list} = {`,
    ...units.map(({ name, path }) => `  ${idOf(path)}: ${name},`),
    '};',
  ];
}

/** Only the names, because contracts import no other package. */
export function renderKinds(units, { list }) {
  return [
    '',
    `export const ${list} = [`,
    ...units.map(({ path }) => `  '${idOf(path)}',`),
    '] as const;',
    `export type ChannelKind = (typeof ${list})[number];`,
  ];
}

/** Only the labels, for pages that do not need the setup texts. */
export function renderLabels(units, { list }) {
  return [
    '',
    `export const ${list}: Readonly<Record<string, string>> = {`,
    ...units.map((unit) => `  ${idOf(unit.path)}: ${JSON.stringify(textIn(unit, 'label'))},`),
    '};',
  ];
}

/** A field of what a file declares, which must be one string. */
function textIn({ path, value }, field) {
  const text = stringIn(value, field);
  if (text === undefined) throw new Error(`${path} has no ${field} that is one string`);
  return text;
}

/**
 * Commands are loaded when they run, so the registry repeats what the help shows about each. The words of a command are the
 * path of its file and its name in the file, unless the file is named after it and exports it as `command`.
 */
export function renderCommands(units, { list, folder }) {
  const wordsOf = ({ path, member }) => [
    ...path.slice(folder.length + 1, -'.ts'.length).split('/'),
    ...(member === 'command' ? [] : [member]),
  ];
  const entries = units
    .map((unit) => ({ unit, words: wordsOf(unit) }))
    .toSorted((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1))
    .flatMap(({ unit, words }) => [
      '  {',
      `    path: ${JSON.stringify(words)},`,
      `    summary: ${JSON.stringify(textIn(unit, 'summary'))},`,
      `    load: async () => (await import('${unit.from}')).${unit.member},`,
      '  },',
    ]);
  return [
    "import type { RegisteredCommand } from './define-command.js';",
    '',
    `export const ${list}: readonly RegisteredCommand[] = [`,
    ...entries,
    '];',
  ];
}

/** Throws if two files define a read with the same name: one would silently replace the other. */
function refuseSameNames(units) {
  const owners = new Map();
  for (const { path, value } of units)
    for (const name of fieldsOf(value).keys()) {
      if (owners.has(name)) throw new Error(`${owners.get(name)} and ${path} both define the read ${name}`);
      owners.set(name, path);
    }
}

/** Renders all reads as one object, and the types of their rows. */
export function renderReads(units, { list }) {
  refuseSameNames(units);
  return [
    ...imports(units),
    '',
    ...units.map(({ from }) => `export type * from '${from}';`),
    '',
    `export const ${list} = {`,
    ...units.map(({ name }) => `  ...${name},`),
    '};',
  ];
}
