import type { ConsoleSession } from '@slipway/contracts';
import { html } from './html.js';
import { type Manifest, pageScripts } from './page-scripts.js';

/** Reads a file of the built app. */
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
