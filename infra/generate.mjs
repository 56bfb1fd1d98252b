/**
 * Writes the files that are derived from others: TypeScript project references, every `registry.ts`, the list of files
 * with SQL, and the alerts for Kubernetes.
 * `--check` writes nothing and fails if one is stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { renderClient, renderPageModules, renderPagePaths, renderPages } from './page-registries.mjs';
import { prometheusRule } from './prometheus-rule.mjs';
import {
  renderByFolder,
  renderCommands,
  renderExports,
  renderFiles,
  renderKinds,
  renderLabels,
  renderList,
  renderReads,
} from './render-registries.mjs';
import { calledIn, readSource } from './sources.mjs';
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
    calls: ['defineEndpoint', 'defineEarlyRead'],
    list: 'endpoints',
    out: 'packages/rest/src/registry.ts',
    render: renderFiles,
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
  {
    folder: 'packages/reports/src/formats',
    file: 'format.ts',
    member: 'format',
    list: 'formats',
    out: 'packages/reports/src/registry.ts',
    render: renderByFolder,
  },
  { folder: 'apps/worker/src/jobs', member: 'job', list: 'jobs', out: 'apps/worker/src/registry.ts' },
  {
    folder: 'apps/cli/src/commands',
    calls: ['defineCommand', 'defineList', 'defineView', 'defineDecision', 'defineProblemEdit'],
    list: 'commands',
    out: 'apps/cli/src/registry.ts',
    render: renderCommands,
  },
  {
    folder: 'apps/mcp/src/tools',
    calls: ['defineTool', 'defineReadTool', 'defineListTool'],
    list: 'tools',
    out: 'apps/mcp/src/registry.ts',
    render: renderFiles,
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
    calls: ['defineConsoleEndpoint', 'defineConsoleChange'],
    list: 'consoleEndpoints',
    out: 'apps/console/src/registry.ts',
    render: renderFiles,
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

function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return existsSync(join(root, path, 'index.ts')) ? [`${path}/index.ts`] : sourcesBelow(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

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
        file: camel(nameOf(path).slice(folder.length + 1)),
        name: camel(nameOf(path).slice(folder.length + 1)) + name.replace(/^./, (c) => c.toUpperCase()),
        from: `./${relative(dirname(out), path).replace(/\.tsx?$/, '.js')}`,
        path,
        member: name,
        value,
      })),
  );
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
