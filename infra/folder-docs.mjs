/**
 * Writes the tables in infra/docs/use/providers.md from the definitions and samples in packages/providers, and the one in
 * infra/docs/use/notifications.md from packages/destinations, as part of `npm run generate`. `--check` writes nothing and
 * fails if a page is stale; it needs `npm run build`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgress } from './progress.mjs';
import { prepareCode } from './toolchain.mjs';
import { root } from './workspace.mjs';

const PAGES = ['infra/docs/use/notifications.md', 'infra/docs/use/providers.md'];
const check = process.argv.includes('--check');
if (!check) {
  await prepareCode({ log: createProgress() });
}
const { providers } = await import('../packages/providers/dist/index.js');
const { destinations } = await import('../packages/destinations/dist/index.js');
const { channelForms } = await import('../packages/destinations/dist/form-registry.js');

/** The column that shows an operation of a sample. A change with files also reports assets. */
const KINDS = {
  Builds: ({ kind }) => kind === 'build_report' || kind === 'build_steps',
  Changes: ({ kind }) => kind === 'change',
  'Tracker items': ({ kind }) => kind === 'reference',
  Deployments: ({ kind }) => kind === 'deployment',
  Assets: ({ kind, files = [] }) => kind === 'asset_cooked' || (kind === 'change' && files.length > 0),
};

const code = (text) => `\`${text}\``;
const list = (words) => words.map(code).join(', ');
const row = (cells) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');

function table(heads, rows) {
  return [row(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(row)].join('\n');
}

function expectations({ id }) {
  const folder = join(root, 'packages/providers/src/providers', id.replaceAll('_', '-'), 'samples');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.expected.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

function eventsTable() {
  const rows = providers.map((provider) => {
    const results = expectations(provider);
    const cells = Object.values(KINDS).map((fits) => {
      const becomes = new Set(results.filter(({ operations }) => operations.some(fits)).map(({ event }) => event));
      return list(Object.keys(provider.events).filter((event) => becomes.has(event)));
    });
    return [code(provider.id), ...cells];
  });
  return table(['Provider', ...Object.keys(KINDS)], rows);
}

function endpointsTable() {
  const rows = providers.map(({ id, setup, docs, endpoints, acceptStatus }) => [
    code(id),
    `[${setup.title ?? setup.label}](${docs})`,
    list(endpoints.map(({ path }) => path)),
    acceptStatus,
  ]);
  return table(['Provider', 'Sender', 'Paths below `/webhooks`', 'Answer'], rows);
}

/** `x-hub-signature` as `X-Hub-Signature`. */
const headerName = (name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

function signaturesTable() {
  const schemes = providers.map(({ id, signature, endpoints }) => ({
    id,
    scheme: signature ?? endpoints.find((endpoint) => endpoint.signature)?.signature,
  }));
  const rows = schemes
    .filter(({ scheme }) => scheme)
    .map(({ id, scheme }) => [
      code(id),
      code(headerName(scheme.header)),
      scheme.covers.map((part) => (part.includes('_') ? code(part) : part)).join(', '),
      scheme.timeIn ?? '',
    ]);
  const unsigned = schemes.filter(({ scheme }) => !scheme).map(({ id }) => id);
  return `${table(['Provider', 'Header', 'Signed', 'Time of signing'], rows)}\n\nWithout signatures: ${list(unsigned)}.`;
}

function channelsTable() {
  const rows = Object.entries(destinations).map(([kind, { needs, hasThreads, protocol }]) => [
    channelForms[kind].label,
    needs,
    hasThreads ? 'yes' : 'no',
    protocol?.perSecond ?? 'by the mail outbox',
  ]);
  return table(['Kind', 'Needs', 'Threads', 'Messages per second'], rows);
}

const TABLES = {
  channels: channelsTable,
  endpoints: endpointsTable,
  events: eventsTable,
  signatures: signaturesTable,
};

for (const page of PAGES) {
  const target = join(root, page);
  const before = readFileSync(target, 'utf8');
  const after = before.replaceAll(
    /(<!-- generated: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, start, name, end) => `${start}\n${TABLES[name]()}\n\n${end}`,
  );
  if (!check) writeFileSync(target, after);
  else if (after !== before) {
    console.error(`${page} is stale, run \`npm run generate\``);
    process.exitCode = 1;
  }
}
