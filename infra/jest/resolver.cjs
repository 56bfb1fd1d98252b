const { join, sep } = require('node:path');

const bundles = process.env.SLIPWAY_TEST_BUNDLES;
const packageSources = ['packages', 'prisma'].map((folder) => join(__dirname, '..', '..', folder) + sep);

/**
 * In `npm test`, tests outside of packages load the bundles of packages. Tests of a package load its source, and so does
 * all that they import.
 */
module.exports = (request, options) => {
  if (bundles === undefined || !request.startsWith('@slipway/')) return options.defaultResolver(request, options);
  if (packageSources.some((folder) => options.basedir.startsWith(folder))) return options.defaultResolver(request, options);
  const [scope, name, path = 'index'] = request.split('/');
  return join(bundles, scope, name, `${path}.mjs`);
};
