import { pageModules } from './registry.js';

/** Vite's list of built files, by module. */
export type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

const PAGES = Object.entries(pageModules).map(([path, module]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
  idCount: path.split('$').length - 1,
  module,
}));

/** The document itself loads this module and what it imports. */
const ENTRY = 'index.html';

/** The files that a page needs besides those that the document names: its own script and what it imports. */
export function pageScripts(path: string, manifest: Manifest): readonly string[] {
  const [page] = PAGES.filter(({ pattern }) => pattern.test(path)).toSorted((a, b) => a.idCount - b.idCount);
  if (page === undefined) return [];
  const modules = new Set([page.module]);
  // A set also visits what is added while it is read.
  for (const module of modules)
    for (const imported of manifest[module]?.imports ?? []) if (imported !== ENTRY) modules.add(imported);
  return [...modules].flatMap((module) => manifest[module]?.file ?? []);
}
