/**
 * `npm run mcp:page` writes the table of tools in infra/docs/use/mcp.md. `--check` writes nothing and fails if the table is
 * stale. Both need `npm run build`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReadOnly } from '../apps/mcp/dist/define-tool.js';
import { tools } from '../apps/mcp/dist/registry.js';
import { root } from './workspace.mjs';

const TARGET = 'infra/docs/use/mcp.md';
const HEAD = '| Tool | Title | Toolset | Scopes | Writes |\n|---|---|---|---|---|\n';

function row(tool) {
  const { name, title, toolset, endpoints } = tool;
  const scopes = new Set(endpoints.map(({ scope }) => (scope === 'any_token' ? 'any' : `\`${scope}\``)));
  return `| \`${name}\` | ${title} | ${toolset} | ${[...scopes].join(', ')} | ${isReadOnly(tool) ? '' : 'yes'} |\n`;
}

const target = join(root, TARGET);
const before = readFileSync(target, 'utf8');
const [text, rest] = before.split(HEAD);
const table = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(row);
const after = text + HEAD + table.join('') + rest.replace(/^(?:\|.*\n)*/, '');
if (process.argv.includes('--check')) {
  if (before !== after) {
    console.error(`${TARGET} is stale, run \`npm run mcp:page\``);
    process.exitCode = 1;
  }
} else writeFileSync(target, after);
