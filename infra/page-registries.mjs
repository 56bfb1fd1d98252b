/** The registries of the pages, for `npm run generate`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** The endpoints for the pages: what a request is built from, with the type of the contract. */
export function renderClient(units) {
  const declared = /^export const (\w+) = describe(?:Endpoint|Console)\(\{\n(.*?)^\}\);/gms;
  const endpoints = units.flatMap(({ path }) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(declared)].map(([, name, text]) => {
      const value = (key) => new RegExp(`^ {2}${key}: '(.*)',$`, 'm').exec(text)?.[1];
      const wrapper = /describeBody\(\s*'(\w+)'/.exec(text)?.[1];
      const body = wrapper === undefined ? '' : `, body: { wrapper: '${wrapper}' }`;
      return `export const ${name}: Endpoint<typeof contracts.${name}> = { method: '${value('method')}', path: '${value('path')}'${body} };`;
    }),
  );
  return [
    "import type * as contracts from '@slipway/contracts';",
    "import type { Endpoint } from './call.js';",
    '',
    ...endpoints.toSorted(),
  ];
}

/** A page file's declaration and component. */
function readPage({ from, path: file }) {
  const text = readFileSync(join(root, file), 'utf8');
  const declaration = /^export const page = definePage\((\{.*?\})\);$/ms.exec(text)?.[1];
  const component = /^export function (\w+Page)\(/m.exec(text)?.[1];
  const path = declaration && /^ {2}path: '(.*)',$/m.exec(declaration)?.[1];
  if (path === undefined || component === undefined)
    throw new Error(`${file} has no definePage({ path: '…' }) with an exported …Page component`);
  return { from, path, declaration, component, icon: /^ {2}icon: (\w+),$/m.exec(declaration)?.[1] };
}

/** Pages are loaded when opened, so the registry repeats what the router and the navigation know about each. */
export function renderPages(units) {
  const pages = units.map(readPage);
  const render = (list, helper, ofList) => [
    '',
    `export const ${list} = [`,
    ...ofList.flatMap(({ from, declaration, component }) => [
      `  ${helper}(`,
      ...`${declaration},\n() => import('${from}'),\n'${component}',`.split('\n').map((line) => `    ${line}`),
      '  ),',
    ]),
    '];',
  ];
  const isOfProject = ({ path }) => path.startsWith('/projects/$projectId/');
  const icons = new Set(pages.flatMap(({ icon }) => icon ?? []));
  return [
    `import { ${[...icons].toSorted().join(', ')} } from 'lucide-react';`,
    "import { accountPage, projectPage } from './routing/page-route.js';",
    ...render(
      'accountPages',
      'accountPage',
      pages.filter((page) => !isOfProject(page)),
    ),
    ...render('projectPages', 'projectPage', pages.filter(isOfProject)),
  ];
}

export function renderPagePaths(units) {
  const paths = units.map((unit) => readPage(unit).path).toSorted();
  return [
    '/** The addresses of the pages, with `$name` in place of an id. */',
    'export const pagePaths = [',
    ...paths.map((path) => `  '${path}',`),
    '] as const;',
  ];
}

/** The module of each page, so that the server can name its scripts. */
export function renderPageModules(units) {
  const pages = units.map((unit) => ({
    module: unit.path.replace(/^apps\/web\//, ''),
    path: readPage(unit).path,
  }));
  return [
    '/** The module in `apps/web` of each page, by its address with `$name` in place of an id. */',
    'export const pageModules: Readonly<Record<string, string>> = {',
    ...pages.map(({ path, module }) => `  '${path}': '${module}',`).toSorted(),
    '};',
  ];
}
