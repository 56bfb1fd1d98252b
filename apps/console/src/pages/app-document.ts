import type { ConsoleSession } from '@slipway/contracts';
import { html } from './html.js';
import { pageModules } from './registry.js';

/** The paths of the console's pages. Any other path gets the 404 page. */
const PATHS = [
  /^\/$/,
  /^\/(?:feed|approvals|deliveries|insights|connect)$/,
  /^\/deliveries\/[^/]+\/[^/]+$/,
  /^\/projects\/\d+(?:\/[a-z-]+(?:\/[^/]+)*)?$/,
  /^\/settings(?:\/[a-z-]+)*$/,
];

export function isPagePath(path: string): boolean {
  return PATHS.some((page) => page.test(path));
}

/** Vite's list of built files, by module. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

const PAGES = Object.entries(pageModules).map(([path, module]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
  idCount: path.split('$').length - 1,
  module,
}));

/** The document itself loads this module and what it imports. */
const ENTRY = 'index.html';

/** The files that a page needs besides those that the document names: its own script and what it imports. */
function pageScripts(path: string, manifest: Manifest): readonly string[] {
  const [page] = PAGES.filter(({ pattern }) => pattern.test(path)).toSorted((a, b) => a.idCount - b.idCount);
  if (page === undefined) return [];
  const modules = new Set([page.module]);
  // A set also visits what is added while it is read.
  for (const module of modules)
    for (const imported of manifest[module]?.imports ?? []) if (imported !== ENTRY) modules.add(imported);
  return [...modules].flatMap((module) => manifest[module]?.file ?? []);
}

export type ReadAppFile = (name: 'index.html' | 'manifest.json') => Promise<string>;

/**
 * The document that loads the app. It contains the session and names the scripts of the page, so that the app requests
 * neither of them after it has started.
 */
export async function renderAppDocument(
  path: string,
  session: ConsoleSession,
  readAppFile: ReadAppFile,
): Promise<string> {
  const [document, manifest] = await Promise.all([readAppFile('index.html'), readAppFile('manifest.json')]);
  const scripts = pageScripts(path, JSON.parse(manifest) as Manifest);
  const preloads = scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/console/${file}" />`);
  const head = preloads.map(({ text }) => text).join('') + dataElement('session', session);
  return document.replace('</head>', () => `${head}</head>`);
}

/** Data for scripts. Without `<`, no value can end the element. */
function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
