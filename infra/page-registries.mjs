/** The registries of the pages, for `npm run generate`. */
import { calledIn, fieldsOf, readSource, stringIn } from './sources.mjs';

/** The endpoints for the pages: what a request is built from, with the type of the contract. */
export function renderClient(units) {
  const endpoints = units.map(({ path, member, value }) => {
    const wrapper = wrapperOf(fieldsOf(value).get('body'), path);
    const body = wrapper === undefined ? '' : `, body: { wrapper: '${wrapper}' }`;
    return `export const ${member}: Endpoint<typeof contracts.${member}> = { method: '${stringIn(value, 'method')}', path: '${stringIn(value, 'path')}'${body} };`;
  });
  return [
    "import type * as contracts from '@slipway/contracts';",
    "import type { Endpoint } from './call.js';",
    '',
    ...endpoints.toSorted(),
  ];
}

/** The key under which a request body has its fields. */
function wrapperOf(body, path) {
  if (body?.type === 'Identifier')
    return wrapperOf(readSource(path).declared.find(({ name }) => name === body.value)?.value, path);
  if (calledIn(body) !== 'describeBody') return undefined;
  const [{ expression }] = body.arguments;
  return expression.type === 'StringLiteral' ? expression.value : undefined;
}

/** A page file's declaration and component. */
function readPage({ from, path: file, value }) {
  const { declared, textOf } = readSource(file);
  const isComponent = ({ name, isExported, value: { type } }) =>
    isExported && type === 'FunctionDeclaration' && name.endsWith('Page');
  const component = declared.find(isComponent)?.name;
  const path = stringIn(value, 'path');
  if (path === undefined || component === undefined)
    throw new Error(`${file} has no definePage({ path: '…' }) with an exported …Page component`);
  const declaration = textOf(value.arguments[0].expression);
  return { from, path, declaration, component, icon: fieldsOf(value).get('icon')?.value };
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
