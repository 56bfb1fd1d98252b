import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Router } from 'express';
import { SECURITY_SCHEME } from './openapi/operation.js';

/** What the page shows. */
export interface DocsOptions {
  readonly title: string;
  /** Where the page reads the OpenAPI document. */
  readonly documentUrl: string;
}

/**
 * Everything comes from this origin, so that the page works without the internet. Its components set styles inline; no
 * script is inline, and none is made from text.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** The reference of the API for people, to be mounted at /docs. */
export function docsRoutes(options: DocsOptions): Router {
  const load = once(loadBundle);
  const router = Router();
  router.get('/', async (_request, response) => {
    const { name } = await load();
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
    response.type('html').send(writePage(options, `/docs/assets/${name}`));
  });
  router.get('/assets/:name', async (request, response, next) => {
    const { name, text, compressed } = await load();
    if (request.params.name !== name) return next();
    const isCompressed = request.acceptsEncodings('gzip') !== false;
    response.set({ 'Cache-Control': FOR_A_YEAR, Vary: 'Accept-Encoding' }).type('js');
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    response.send(isCompressed ? compressed : text);
  });
  return router;
}

interface Bundle {
  /** Changes with the content, so that it can be cached for good. */
  readonly name: string;
  readonly text: Buffer;
  readonly compressed: Buffer;
}

async function loadBundle(): Promise<Bundle> {
  const path = createRequire(import.meta.url).resolve('@scalar/api-reference/browser/standalone.js');
  const text = await readFile(path);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `reference-${digest}.js`, text, compressed: await promisify(gzip)(text) };
}

/** Loads when first asked; a failure is not kept. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function writePage({ title, documentUrl }: DocsOptions, scriptUrl: string): string {
  const configuration = {
    url: documentUrl,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    authentication: { preferredSecurityScheme: SECURITY_SCHEME },
    defaultOpenAllTags: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
</head>
<body>
<noscript>This page needs JavaScript. The same is at <a href="${escapeHtml(documentUrl)}">${escapeHtml(documentUrl)}</a>.</noscript>
<script id="api-reference" type="application/json" data-configuration="${escapeHtml(JSON.stringify(configuration))}"></script>
<script src="${escapeHtml(scriptUrl)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
