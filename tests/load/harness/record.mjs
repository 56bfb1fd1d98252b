/** Where results go: a JSON file always, and the page in the docs on request. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { toMarkdown } from './figures.mjs';

const BEGIN = '<!-- figures: begin -->';
const END = '<!-- figures: end -->';

/** Stores the figures of a run. On the page, they replace those of the same benchmarks; the others stay. */
export async function record({ figures, noise, commit, command, root, isKept }) {
  const result = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0].model.trim()}, Node.js ${process.versions.node}`,
    commit: commit.slice(0, 8),
    command,
    noise,
    figures,
  };
  const folder = isKept ? join(root, 'infra', 'docs', 'contribute') : join(root, '.data', 'bench-results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'performance.json');
  const stored = isKept ? await withEarlier(file, result) : result;
  await writeFile(file, `${JSON.stringify(stored, null, 2)}\n`);
  console.log(`Written to ${file}`);
  if (isKept) await updatePage(join(folder, 'performance.md'), stored);
}

/** The run after those recorded earlier, of which the figures that it measured again are left out. */
async function withEarlier(file, result) {
  const { runs } = JSON.parse(await readFile(file, 'utf8'));
  const names = new Set(result.figures.map(({ name }) => name));
  const earlier = runs.map((run) => ({ ...run, figures: run.figures.filter(({ name }) => !names.has(name)) }));
  return { runs: [...earlier.filter(({ figures }) => figures.length > 0), result] };
}

async function updatePage(page, { runs }) {
  const text = await readFile(page, 'utf8');
  const tables = runs.map(({ date, machine, commit, command, noise, figures }) => {
    const speed = `The machine's own speed varied by ${Math.round(noise * 100)} %.`;
    return `${date}, ${machine}, commit ${commit}: \`${command}\`. ${speed}\n\n${toMarkdown(figures)}\n`;
  });
  const content = `${BEGIN}\n${tables.join('\n')}${END}`;
  await writeFile(page, text.slice(0, text.indexOf(BEGIN)) + content + text.slice(text.indexOf(END) + END.length));
}
