import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Router } from 'express';
import { SECURITY_SCHEME } from './openapi/operation.js';

export interface DocsOptions {
  readonly title: string;
  readonly documentUrl: string;
}

/**
 * Everything is served from this origin, so the page works without internet access. Its components set inline styles;
 * no script is inline or evaluated from text.
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

const CACHE_FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** The human-readable API reference; mount it at /docs. */
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
    response.set({ 'Cache-Control': CACHE_FOR_A_YEAR, Vary: 'Accept-Encoding' }).type('js');
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    response.send(isCompressed ? compressed : text);
  });
  return router;
}

interface Bundle {
  /** Contains a hash of the content, so browsers may cache the file forever. */
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

/** Loads on the first call and reuses the result; a failed load is retried on the next call. */
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
<noscript>This page needs JavaScript. The same document is at <a href="${escapeHtml(documentUrl)}">${escapeHtml(documentUrl)}</a>.</noscript>
<script id="api-reference" type="application/json" data-configuration="${escapeHtml(JSON.stringify(configuration))}"></script>
<script src="${escapeHtml(scriptUrl)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
