/**
 * Writes the files that are derived from others: TypeScript project references, every `registry.ts`, the list of files
 * with SQL, and the alerts for Kubernetes.
 * `--check` writes nothing and fails if one is stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { renderClient, renderPageModules, renderPagePaths, renderPages } from './page-registries.mjs';
import { prometheusRule } from './prometheus-rule.mjs';
import { calledIn, fieldsOf, readSource, stringIn } from './sources.mjs';
import { dataLayerPage } from './sql-files.mjs';
import { tsconfigs } from './tsconfigs.mjs';
import { root } from './workspace.mjs';

const providers = 'packages/providers/src/providers';
const destinations = 'packages/destinations/src';

/**
 * A registry covers the constants that the files below `folder` export: those named `member`, those that one of the
 * functions `calls` makes, or all. With `file`, it covers only files with that name in the folders below `folder`.
 */
const registries = [
  {
    folder: 'packages/rest/src/routes',
    member: 'endpoint',
    list: 'endpoints',
    out: 'packages/rest/src/registry.ts',
  },
  { folder: providers, member: 'provider', list: 'providers', out: 'packages/providers/src/registry.ts' },
  {
    folder: providers,
    file: 'setup.ts',
    member: 'setup',
    list: 'setupRegistry',
    out: 'packages/providers/src/setup-registry.ts',
    render: renderByFolder,
  },
  {
    folder: providers,
    file: 'setup.ts',
    member: 'setup',
    list: 'providerLabels',
    out: 'packages/providers/src/label-registry.ts',
    render: renderLabels,
  },
  {
    folder: providers,
    file: 'signer.fixture.ts',
    member: 'signer',
    list: 'signerRegistry',
    out: 'packages/providers/src/signer-registry.fixture.ts',
    render: renderByFolder,
  },
  {
    folder: providers,
    file: 'field-types.fixture.ts',
    member: 'fieldTypes',
    list: 'fieldTypesRegistry',
    out: 'packages/providers/src/field-types-registry.fixture.ts',
    render: renderByFolder,
  },
  {
    folder: destinations,
    file: 'destination.ts',
    member: 'destination',
    list: 'destinations',
    out: 'packages/destinations/src/registry.ts',
    render: renderByFolder,
  },
  {
    folder: destinations,
    file: 'form.ts',
    member: 'form',
    list: 'channelForms',
    out: 'packages/destinations/src/form-registry.ts',
    render: renderByFolder,
  },
  {
    folder: destinations,
    file: 'destination.ts',
    member: 'destination',
    list: 'CHANNEL_KINDS',
    out: 'packages/contracts/src/channel-registry.ts',
    render: renderKinds,
  },
  {
    folder: 'packages/diagnosis/src/matchers',
    member: 'family',
    list: 'families',
    out: 'packages/diagnosis/src/registry.ts',
  },
  { folder: 'apps/worker/src/jobs', member: 'job', list: 'jobs', out: 'apps/worker/src/registry.ts' },
  {
    folder: 'apps/cli/src/commands',
    member: 'command',
    list: 'commands',
    out: 'apps/cli/src/registry.ts',
    render: renderCommands,
  },
  { folder: 'apps/mcp/src/tools', member: 'tool', list: 'tools', out: 'apps/mcp/src/registry.ts' },
  {
    folder: 'apps/mcp/src/prompts',
    member: 'prompt',
    list: 'prompts',
    out: 'apps/mcp/src/prompts/registry.ts',
  },
  {
    folder: 'apps/mcp/src/resources',
    member: 'resource',
    list: 'resources',
    out: 'apps/mcp/src/resources/registry.ts',
  },
  {
    folder: 'packages/db/src/reads',
    member: 'reads',
    list: 'reads',
    out: 'packages/db/src/registry.ts',
    render: renderReads,
  },
  {
    folder: 'packages/contracts/src/endpoints',
    out: 'packages/contracts/src/registry.ts',
    render: renderExports,
  },
  {
    folder: 'packages/contracts/src/console',
    out: 'packages/contracts/src/console-registry.ts',
    render: renderExports,
  },
  {
    folder: 'apps/console/src/endpoints',
    calls: ['defineConsoleEndpoint'],
    list: 'consoleEndpoints',
    out: 'apps/console/src/registry.ts',
  },
  {
    folder: 'packages/contracts/src',
    calls: ['describeEndpoint', 'describeConsole'],
    out: 'apps/web/src/data/api.ts',
    render: renderClient,
  },
  {
    folder: 'apps/web/src/pages',
    member: 'page',
    out: 'apps/web/src/registry.ts',
    render: renderPages,
  },
  {
    folder: 'apps/web/src/pages',
    member: 'page',
    out: 'packages/domain/src/web/pages.ts',
    render: renderPagePaths,
  },
  {
    folder: 'apps/web/src/pages',
    member: 'page',
    out: 'apps/console/src/pages/registry.ts',
    render: renderPageModules,
  },
];

/** The sources below a folder; a folder with an index.ts is one unit. */
function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return existsSync(join(root, path, 'index.ts')) ? [`${path}/index.ts`] : sourcesBelow(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** The files with a given name in the folders below a folder. */
function namedFiles(folder, file) {
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/${file}`)
    .filter((path) => existsSync(join(root, path)));
}

/** What a registry covers. */
function unitsOf({ folder, file, member, calls, out }) {
  const isCovered = ({ name, value, isExported }) =>
    isExported && (calls === undefined ? name === (member ?? name) : calls.includes(calledIn(value)));
  const nameOf = (path) => (file === undefined ? path.replace(/(?:\/index)?\.tsx?$/, '') : dirname(path));
  return (file === undefined ? sourcesBelow(folder) : namedFiles(folder, file)).toSorted().flatMap((path) =>
    readSource(path)
      .declared.filter(isCovered)
      .map(({ name, value }) => ({
        name: camel(nameOf(path).slice(folder.length + 1)) + name.replace(/^./, (c) => c.toUpperCase()),
        from: `./${relative(dirname(out), path).replace(/\.tsx?$/, '.js')}`,
        path,
        member: name,
        value,
      })),
  );
}

function renderExports(units) {
  return [...new Set(units.map(({ from }) => `export * from '${from}';`))];
}

const camel = (path) =>
  path.replace(/[^a-zA-Z0-9]+(.)/g, (_, letter) => letter.toUpperCase()).replace(/^./, (c) => c.toLowerCase());

function* registryFiles() {
  for (const registry of registries) {
    const { out, render = renderList } = registry;
    const lines = render(unitsOf(registry), registry);
    yield [out, ['// Generated from the folder by `npm run generate`. Do not edit.', ...lines, ''].join('\n')];
  }
}

const imports = (units) =>
  units.map(({ name, member, from }) => `import { ${member} as ${name} } from '${from}';`);

function renderList(units, { list }) {
  return [
    ...imports(units),
    '',
    `export const ${list} = [`,
    ...units.map(({ name }) => `  ${name},`),
    '] as const;',
  ];
}

/** The id of a provider or a kind of channel, derived from its folder name. */
const idOf = (path) => basename(dirname(path)).replaceAll('-', '_');

function renderByFolder(units, { list }) {
  return [
    ...imports(units),
    '',
    `export const ${list} = {`,
    ...units.map(({ name, path }) => `  ${idOf(path)}: ${name},`),
    '};',
  ];
}

/** Only the names, because contracts import no other package. */
function renderKinds(units, { list }) {
  return [
    '',
    `export const ${list} = [`,
    ...units.map(({ path }) => `  '${idOf(path)}',`),
    '] as const;',
    `export type ChannelKind = (typeof ${list})[number];`,
  ];
}

/** Only the labels, for pages that do not need the setup texts. */
function renderLabels(units, { list }) {
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

/** Commands are loaded when they run, so the registry repeats what the help shows about each. */
function renderCommands(units, { member, list, folder }) {
  const entries = units.map((unit) => {
    const { from, path } = unit;
    const words = path.slice(folder.length + 1, -'.ts'.length).split('/');
    return [
      '  {',
      `    path: ${JSON.stringify(words)},`,
      `    summary: ${JSON.stringify(textIn(unit, 'summary'))},`,
      `    load: async () => (await import('${from}')).${member},`,
      '  },',
    ];
  });
  return [
    "import type { RegisteredCommand } from './define-command.js';",
    '',
    `export const ${list}: readonly RegisteredCommand[] = [`,
    ...entries.flat(),
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
function renderReads(units, { list }) {
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

const check = process.argv.includes('--check');
const stale = [];
for (const [path, content] of [...tsconfigs(), ...registryFiles(), dataLayerPage(), prometheusRule()]) {
  const target = join(root, path);
  if (existsSync(target) && readFileSync(target, 'utf8') === content) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
if (check && stale.length > 0) {
  console.error(`stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exit(1);
}
console.log(check ? 'generated files are fresh' : `wrote ${stale.length} file(s)`);
