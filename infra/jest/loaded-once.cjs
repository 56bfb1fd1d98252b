const { pathToFileURL } = require('node:url');

/** The global function with which tests let Node.js import a module. */
const IMPORT = 'importOnce';

/**
 * The text of a module that re-exports another one. Node.js loads that one itself, once for all test files of a worker;
 * Jest would load it again for each of them.
 */
function loadedOnce(path, names) {
  const lines = names.flatMap((name, index) => [
    // Node.js does not detect every name that a CommonJS module exports.
    `const value${index} = (${JSON.stringify(name)} in loaded ? loaded : loaded.default)[${JSON.stringify(name)}];`,
    `export { value${index} as ${JSON.stringify(name)} };`,
  ]);
  return [`const loaded = await ${IMPORT}(${JSON.stringify(pathToFileURL(path).href)});`, ...lines, ''].join('\n');
}

module.exports = { IMPORT, loadedOnce };
