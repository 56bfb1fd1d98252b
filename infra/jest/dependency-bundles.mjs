/**
 * Bundles of dependencies that consist of many files. Jest loads the modules of every test file anew, and much of that
 * time goes to finding and opening files.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { root } from '../workspace.mjs';

/** What code and tests import, and a package of the workspace that depends on it. */
const dependencies = [
  { name: 'ajv/dist/2020.js', from: 'packages/runtime', format: 'cjs' },
  { name: 'bullmq', from: 'packages/queue', format: 'cjs' },
  { name: 'fast-check', from: '.', format: 'esm' },
  { name: 'express', from: 'packages/http', format: 'cjs' },
  { name: 'ioredis', from: 'packages/queue', format: 'cjs' },
  { name: 'pg', from: 'packages/db', format: 'cjs' },
  { name: 'pino', from: 'packages/runtime', format: 'cjs' },
  { name: 'prom-client', from: 'packages/runtime', format: 'cjs' },
  { name: 'supertest', from: '.', format: 'cjs' },
  { name: 'typebox', from: 'packages/contracts', format: 'esm' },
];

const folder = join(root, '.data', 'jest');

/** The installed version is part of the name, so that a bundle is never out of date. */
function bundlePath({ name, from, format }) {
  const [packageName] = name.split('/');
  const manifest = join(root, from, 'node_modules', packageName, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(folder, `${packageName}-${version}.${format === 'esm' ? 'mjs' : 'cjs'}`);
}

/** The bundle of each dependency, by the name that code imports. */
export const dependencyBundles = () => new Map(dependencies.map((each) => [each.name, bundlePath(each)]));

/** For Jest's `moduleNameMapper`. */
export function bundleNames() {
  const escaped = (name) => name.replaceAll(/[./]/g, '\\$&');
  return Object.fromEntries([...dependencyBundles()].map(([name, path]) => [`^${escaped(name)}$`, path]));
}

/** Writes the bundles that do not exist yet. */
export async function writeBundles() {
  const missing = dependencies.filter((each) => !existsSync(bundlePath(each)));
  if (missing.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const { build } = createRequire(join(root, 'apps', 'cli', 'package.json'))('esbuild');
  for (const each of missing) {
    const path = bundlePath(each);
    const draft = `${path}.${process.pid}`;
    const text = each.format === 'esm' ? await bundle(build, each) : await splitBundle(build, each, path);
    writeFileSync(draft, text);
    renameSync(draft, path);
  }
}

async function bundle(build, { name, from, format }) {
  const { outputFiles } = await build({
    stdin: {
      contents:
        format === 'esm'
          ? `export * from '${name}'; export { default } from '${name}';`
          : `module.exports = require('${name}');`,
      resolveDir: join(root, from),
    },
    bundle: true,
    write: false,
    minifyWhitespace: true,
    platform: 'node',
    format,
    // The bundles share one instance of each dependency.
    external: dependencies.map((other) => other.name).filter((other) => other !== name),
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** Jest reads the names of CommonJS exports from the text. A second file with the names alone makes this quick. */
async function splitBundle(build, dependency, path) {
  const { name, from } = dependency;
  const whole = path.replace(/cjs$/, 'whole.cjs');
  writeFileSync(whole, await bundle(build, dependency));
  const exported = Object.keys(createRequire(join(root, from, 'package.json'))(name));
  const names = exported.filter((key) => key !== 'default').map((key) => `exports[${JSON.stringify(key)}] = 0;`);
  return `module.exports = require('./${basename(whole)}');\nif (0) {\n${names.join('\n')}\n}\n`;
}
