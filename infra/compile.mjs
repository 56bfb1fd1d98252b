/**
 * Translates the TypeScript of the workspace into JavaScript, file by file, with esbuild. Does not check types, which
 * takes most of a minute in a fresh clone: `npm run check` does.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readStamp, writeStamp } from './stamps.mjs';
import { StepError } from './tool.mjs';
import { root, workspacePackages } from './workspace.mjs';

const settings = { format: 'esm', platform: 'node', target: 'node20.19', sourcemap: true, sourcesContent: false };

/** The files that processes and tests load. Jest compiles tests itself, and Vite the pages. */
function* sources() {
  for (const { dir } of workspacePackages()) {
    if (existsSync(join(root, dir, 'vite.config.ts'))) continue;
    for (const entry of readdirSync(join(root, dir, 'src'), { recursive: true, withFileTypes: true })) {
      const isSource = /(?<!\.(?:test|fixture|d))\.ts$/.test(entry.name);
      if (entry.isFile() && isSource) yield relative(root, join(entry.parentPath, entry.name));
    }
  }
}

const outputOf = (source) => source.replace(/(^|\/)src\//, '$1dist/').replace(/\.ts$/, '');
const hashOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('base64');

function readState(key) {
  try {
    const state = JSON.parse(readStamp('compiled'));
    return state.key === key ? state.files : {};
  } catch {
    return {};
  }
}

/** Reports the first errors as one failure. */
function failure({ errors = [], message }) {
  const lines = errors.slice(0, 5).map(({ text, location }) => {
    const place = location ? `${location.file}:${location.line}:${location.column + 1}: ` : '';
    return `${place}${text}`;
  });
  return new StepError('The TypeScript sources could not be compiled', lines.join('\n') || message);
}

/**
 * Compiles the sources whose content has changed since they were last compiled, and deletes what was compiled from
 * sources that are gone, so that no process loads it. Returns the number of compiled files.
 */
export async function compile() {
  const esbuild = await import('esbuild');
  const key = JSON.stringify([esbuild.version, settings]);
  const before = readState(key);
  const files = Object.fromEntries([...sources()].toSorted().map((file) => [file, hashOf(file)]));
  const stale = Object.keys(files).filter(
    (file) => before[file] !== files[file] || !existsSync(join(root, `${outputOf(file)}.js`)),
  );
  const gone = Object.keys(before).filter((file) => files[file] === undefined);
  writeBuildId(files);
  if (stale.length + gone.length === 0) return 0;
  for (const file of gone)
    for (const suffix of ['.js', '.js.map', '.d.ts']) rmSync(join(root, outputOf(file) + suffix), { force: true });
  if (stale.length > 0) await translate(esbuild, stale);
  writeStamp('compiled', JSON.stringify({ key, files }));
  return stale.length;
}

/** packages/rest reads it. The generated database client contains the path of the checkout, so it is left out. */
function writeBuildId(files) {
  const own = Object.entries(files).filter(([file]) => !file.includes('/generated/'));
  const path = join(root, 'packages/rest/dist/build-id');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, createHash('sha256').update(JSON.stringify(own)).digest('base64url'));
}

async function translate({ build, stop }, files) {
  try {
    await build({
      ...settings,
      absWorkingDir: root,
      entryPoints: files.map((file) => ({ in: file, out: outputOf(file) })),
      outdir: root,
      logLevel: 'silent',
    });
  } catch (error) {
    throw failure(error);
  } finally {
    await stop();
  }
}
