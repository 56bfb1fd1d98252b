const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const { join } = require('node:path');
const { types } = require('node:util');
const { loadedOnce } = require('./loaded-once.cjs');

const folder = join(__dirname, '..', '..', '.data', 'jest');

/** Workspace packages have a transform, and Jest provides its own modules. */
const isDependency = (request) => /^(?!@slipway\/|@jest\/)[@\w]/.test(request) && !isBuiltin(request);

function exportsOf(path) {
  const loaded = require(path);
  const names = Object.keys(loaded).filter((name) => name !== '__esModule');
  return types.isModuleNamespaceObject(loaded) ? names : [...new Set(['default', ...names])];
}

function writeOnce(text) {
  const path = join(folder, `${createHash('sha256').update(text).digest('hex')}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
  return path;
}

/** Gives tests dependencies that are loaded once for all files. Jest loads its own CommonJS modules itself. */
module.exports = (request, options) => {
  if (!options.conditions?.includes('import') || !isDependency(request)) return options.defaultResolver(request, options);
  const path = createRequire(join(options.basedir, 'importer.js')).resolve(request);
  return writeOnce(loadedOnce(path, exportsOf(path)));
};
