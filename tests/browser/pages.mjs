import { pageAt, pagePaths } from '@slipway/domain';

/** Forms that the console's server writes itself, for a user who is signed in. plain-pages.test.ts opens the others. */
const PLAIN = ['/sign-in?switch=1', '/forgot-password', '/sso/start', '/second-factor/set-up', '/sign-out'];

/** The API lists whose first rows are opened as record pages. */
const LISTS = {
  buildId: ['build_runs?status=failed', 'build_runs?status=completed'],
  problemId: ['problems'],
  testId: ['tests'],
  changeId: ['changes'],
  taskId: ['tasks'],
  assetId: ['assets'],
  deploymentId: ['deployments'],
  deliveryId: ['deliveries?outcome=dead'],
};

async function firstOf(list, demo) {
  const response = await fetch(`${demo.base_url}/api/v1/projects/${demo.projects.main}/${list}`, {
    headers: { authorization: `Bearer ${demo.tokens.full}` },
  });
  return (await response.json())[list.split('?')[0]]?.[0]?.id;
}

/** The ids with which a page is opened: those of one or more records, or only the project's. */
async function idsOf(path, demo) {
  const projectId = demo.projects.main;
  const record = path.match(/\$(?!projectId)(\w+)/)?.[1];
  if (record === undefined) return [{ projectId }];
  if (record === 'integrationId') return [{ projectId, [record]: demo.integrations.jenkins.id }];
  if (LISTS[record] === undefined) throw new Error(`No list of the API has a ${record} for ${path}`);
  const found = await Promise.all(LISTS[record].map((list) => firstOf(list, demo)));
  return found.filter((id) => id !== undefined).map((id) => ({ projectId, [record]: id }));
}

export async function demoPages(demo) {
  const addresses = await Promise.all(
    pagePaths.map(async (path) => (await idsOf(path, demo)).map((ids) => pageAt(path, ids))),
  );
  return [...PLAIN, ...addresses.flat()];
}
