/**
 * `npm run screenshots [-- <path> …]`: saves every page of the demo, light and dark, 375 and 1440 px wide, to
 * `.data/screenshots`. The service must be running (`npm start`); `.data/demo.json` contains its address. With paths,
 * only those pages. Fails if a page logs an error, sends a request to another host, or scrolls sideways.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchChromium, openContext, signIn } from './chromium.mjs';
import { demoPages } from './pages.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    full: { type: 'boolean', default: false },
    user: { type: 'string', default: 'owner' },
    width: { type: 'string', multiple: true, default: ['375', '1440'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
  },
});
if (values.help) {
  console.log('npm run screenshots -- [--user owner|member] [--width 375] [--theme dark] [--full] [/path …]');
  console.log('--full takes the whole page instead of what a screen shows.');
  process.exit(0);
}

const root = new URL('../../', import.meta.url).pathname;
const folder = `${root}.data/screenshots`;
const demoFile = `${root}.data/demo.json`;
if (!existsSync(demoFile)) {
  console.error('The service is not running. Start it with `npm start`, then try again.');
  process.exit(1);
}
const demo = JSON.parse(readFileSync(demoFile, 'utf8'));
const baseUrl = demo.base_url;

const nameOf = (path) =>
  path
    .replace(/^\/$/, '/home')
    .slice(1)
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 80);

async function shoot(browser, { width, theme, paths, problems }) {
  const context = await openContext(browser, {
    baseUrl,
    viewport: { width, height: width < 600 ? 812 : 900 },
    colorScheme: theme,
    onProblem: (problem) => problems.add(problem),
  });
  const page = await context.newPage();
  // Signed-in users are redirected away from the pages for visitors, so those come first.
  const visited = paths.toSorted((a, b) => Number(isPublic(b)) - Number(isPublic(a)));
  const firstOwn = visited.find((path) => !isPublic(path));
  for (const path of visited) {
    if (path === firstOwn) await signIn(page, demo.users[values.user]);
    await page.goto(path);
    // Twice: a page first loads its code, then its rows.
    for (let round = 0; round < 2; round += 1) {
      await page
        .waitForFunction(
          () => document.querySelector('h1, h2') !== null && document.querySelector('[aria-busy="true"]') === null,
          undefined,
          { timeout: 10_000 },
        )
        .catch(() => problems.add(`${path} is still loading after ten seconds`));
      await page.waitForTimeout(300);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) problems.add(`${path} scrolls sideways by ${overflow} px at ${width} px`);
    await page.screenshot({ path: `${folder}/${nameOf(path)}-${width}-${theme}.png`, fullPage: values.full });
  }
  await context.close();
}

const isPublic = (path) => /^\/(?:sign-in|forgot-password|setup)/.test(path);

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const problems = new Set();
try {
  const paths = positionals.length > 0 ? positionals : await demoPages(demo);
  for (const theme of values.theme) {
    for (const width of values.width.map(Number)) {
      await shoot(browser, { width, theme, paths, problems });
      console.log(`${paths.length} pages, ${width} px, ${theme}`);
    }
  }
} finally {
  await browser.close();
}
console.log(`in ${folder}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.size > 0 ? 1 : 0;
