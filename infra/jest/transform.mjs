import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/jest';
import { root } from '../workspace.mjs';
import { loadedOnce } from './loaded-once.cjs';

const typescript = swc.createTransformer({
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
});

/** The compiled version of a source; undefined if the file is part of a test or of the pages, which Vite compiles. */
function compiledPath(path) {
  const parts = relative(root, path).split(sep);
  const source = parts[0] === 'prisma' ? 1 : 2;
  const isCompiled = parts[source] === 'src' && parts[1] !== 'testing' && parts[1] !== 'web';
  if (!isCompiled || /\.(?:test|fixture)\.ts$/.test(path)) return undefined;
  parts[source] = 'dist';
  const compiled = join(root, ...parts).replace(/ts$/, 'js');
  if (!existsSync(compiled)) throw new Error(`${relative(root, path)} is not compiled: run npm run build`);
  return compiled;
}

const exportsOf = async (compiled) => Object.keys(await import(pathToFileURL(compiled).href));

/**
 * Jest runs tests from their sources. The code under test is compiled, in modules that are loaded once for all files.
 */
export default {
  async getCacheKeyAsync(text, path, options) {
    const compiled = compiledPath(path);
    if (compiled === undefined) return typescript.getCacheKey(text, path, options);
    return createHash('sha256')
      .update(JSON.stringify([compiled, await exportsOf(compiled)]))
      .digest('hex');
  },
  async processAsync(text, path, options) {
    const compiled = compiledPath(path);
    if (compiled === undefined) return typescript.process(text, path, options);
    return { code: loadedOnce(compiled, await exportsOf(compiled)) };
  },
};
