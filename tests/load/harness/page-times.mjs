/** How long pages of the console take in Chromium, and how much of it is the server, the scripts and the rendering. */
import { openContext } from '../../browser/chromium.mjs';

/** Reads the counters of the page's process, in seconds. */
async function countersOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { script: value('ScriptDuration'), render: value('LayoutDuration') + value('RecalcStyleDuration') };
}

async function openSession(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

/** Resolves to the time at which the page has its heading and shows no skeleton. Runs in the page. */
function waitUntilReady() {
  const isReady = () =>
    document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null;
  return new Promise((resolve) => {
    const check = () => (isReady() ? resolve(performance.now()) : requestAnimationFrame(check));
    check();
  });
}

/** The time in which at least one request for data or for the document was waiting. Runs in the page. */
function waitedForServer() {
  const spans = performance
    .getEntries()
    .filter(
      ({ entryType, name }) =>
        entryType === 'navigation' || (entryType === 'resource' && name.includes('/console/api/')),
    )
    .filter(({ name }) => !name.endsWith('/stream'))
    .map(({ requestStart, responseEnd }) => [requestStart, responseEnd])
    .toSorted(([a], [b]) => a - b);
  let total = 0;
  let end = 0;
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}

/**
 * Opens a page in a new profile that has only the session, so that nothing is cached. Returns milliseconds: until
 * something is painted, until the page is complete, and what these consist of.
 */
export async function measureOpening(browser, { baseUrl, storageState }, path) {
  const context = await openContext(browser, { baseUrl, storageState, onProblem: console.error });
  try {
    const page = await context.newPage();
    const session = await openSession(page);
    const before = await countersOf(session);
    await page.goto(path, { waitUntil: 'commit' });
    const readyMs = await page.evaluate(waitUntilReady);
    const after = await countersOf(session);
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now(),
    );
    const serverMs = await page.evaluate(waitedForServer);
    const spent = (name) => (after[name] - before[name]) * 1000;
    return { paintMs, readyMs, serverMs, scriptMs: spent('script'), renderMs: spent('render') };
  } finally {
    await context.close();
  }
}

/** Follows a link of the frame to a page whose data is cached. Runs in the page; returns milliseconds until it is painted. */
function followLink(href) {
  const link = document.querySelector(`nav a[href="${href}"], aside a[href="${href}"]`);
  if (link === null) throw new Error(`there is no link to ${href}`);
  const isReady = () =>
    location.pathname === href &&
    document.querySelector('main h1') !== null &&
    document.querySelector('main [aria-busy="true"]') === null;
  return new Promise((resolve) => {
    const start = performance.now();
    link.click();
    const check = () => {
      // What a frame callback sees is painted in that frame.
      if (isReady()) requestAnimationFrame(() => resolve(performance.now() - start));
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}

/** Opens each page by its link, after every page has been opened once. Returns milliseconds by path. */
export async function measureChanges(page, paths, rounds) {
  const session = await openSession(page);
  const changes = new Map(paths.map((path) => [path, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const path of paths) {
      const before = await countersOf(session);
      const totalMs = await page.evaluate(followLink, path);
      const after = await countersOf(session);
      const spent = (name) => (after[name] - before[name]) * 1000;
      // The first round only fills the cache.
      if (round > 0) changes.get(path).push({ totalMs, scriptMs: spent('script'), renderMs: spent('render') });
      await page.waitForLoadState('networkidle');
    }
  return changes;
}
