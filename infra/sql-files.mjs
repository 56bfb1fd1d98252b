import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './workspace.mjs';

const PAGE = 'infra/docs/decisions/data-layer.md';
const MARK = '<!-- `npm run generate` writes everything below. -->\n';
const SOURCES = join('packages', 'db', 'src');

/** The page about the data layer, as [path, content]. It ends with a table of all files with SQL. */
export function dataLayerPage() {
  const [text] = readFileSync(join(root, PAGE), 'utf8').split(MARK);
  const rows = [...filesByFolder()].map(([folder, files]) => `| ${folder} | ${files.join(', ')} |`);
  return [PAGE, [text + MARK, '| Folder | Files |', '|---|---|', ...rows, ''].join('\n')];
}

/** The files that contain statements or parts of statements. */
function filesByFolder() {
  const folders = new Map();
  const files = readdirSync(join(root, SOURCES), { recursive: true }).toSorted();
  for (const file of files) {
    if (!file.endsWith('.ts') || /\.(test|fixture)\.ts$|^generated/.test(file)) continue;
    if (!/\bsql`|\.query\(|runCommand\(/.test(readFileSync(join(root, SOURCES, file), 'utf8'))) continue;
    const folder = dirname(file) === '.' ? '`src`' : `\`${dirname(file)}\``;
    folders.set(folder, [...(folders.get(folder) ?? []), `\`${basename(file)}\``]);
  }
  return folders;
}
