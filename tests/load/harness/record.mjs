/** Where results go: a JSON file always, and the page in the docs on request. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { toMarkdown } from './figures.mjs';

const BEGIN = '<!-- figures: begin -->';
const END = '<!-- figures: end -->';

export async function record({ figures, noise, commit, command, root, isKept }) {
  const result = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0].model.trim()}, Node.js ${process.versions.node}`,
    commit: commit.slice(0, 8),
    command,
    noise,
    figures,
  };
  const folder = isKept ? join(root, 'infra', 'docs') : join(root, '.data', 'bench-results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'performance.json');
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`Written to ${file}`);
  if (isKept) await updatePage(join(folder, 'performance.md'), result);
}

async function updatePage(page, { date, machine, commit, command, noise, figures }) {
  const text = await readFile(page, 'utf8');
  const about = `${date}, ${machine}, commit ${commit}: \`${command}\`. The machine's own speed varied by ${Math.round(noise * 100)} %.`;
  const table = `${BEGIN}\n${about}\n\n${toMarkdown(figures)}\n${END}`;
  await writeFile(page, text.slice(0, text.indexOf(BEGIN)) + table + text.slice(text.indexOf(END) + END.length));
}
