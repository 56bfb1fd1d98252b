/**
 * Measures the console in Chromium: the JavaScript that the first page loads, how long each main page takes to open and
 * to change to, and the tasks that block the page for more than 50 ms while a feed of 10,000 events and a log of 256,000
 * characters are scrolled. Needs two cores.
 */
import { gzipSync } from 'node:zlib';
import { openDatabase } from '@slipway/db';
import { launchChromium, openContext, signIn } from '../../browser/chromium.mjs';
import { figure, median } from '../harness/figures.mjs';
import { measureChanges, measureOpening } from '../harness/page-times.mjs';
import { freePort, start } from '../harness/processes.mjs';

const EVENTS = 10_000;
const LOG_CHARACTERS = 256_000;
/** 8,000 pixels a second, as fast as a flick on a trackpad. */
const SCROLLS = 240;
const SCROLL = { pixels: 400, everyMs: 50 };

/** Adds builds that fill the feed, and one build with a long log; returns that build's id. */
async function fill(url, { projects, integrations }) {
  const database = openDatabase({ url, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  const { prisma } = database;
  const projectId = projects.main;
  const { accountId } = await prisma.project.findUniqueOrThrow({ where: { id: projectId } });
  const build = (number, at, rest) => ({
    accountId,
    projectId,
    integrationId: integrations.jenkins.id,
    jobKey: 'bench',
    jobName: 'bench',
    buildNumber: String(number),
    status: 'completed',
    statusAt: at,
    buildType: 'unreal',
    startedAt: at,
    finishedAt: at,
    createdAt: at,
    durationSeconds: 60,
    ...rest,
  });
  const at = (index) => new Date(Date.now() - index * 10 * 60_000);
  await prisma.buildRun.createMany({
    data: Array.from({ length: EVENTS }, (_, index) => build(index, at(index))),
  });
  const { id } = await prisma.buildRun.create({ data: build(EVENTS, at(0), { status: 'failed', hasLog: true }) });
  const line = (index) => `[${index}/4000] Compile [x64] Module.Undertow.${index}.cpp \u001b[32mok\u001b[0m`;
  const content = Array.from({ length: 8_000 }, (_, index) => line(index))
    .join('\n')
    .slice(0, LOG_CHARACTERS);
  await prisma.buildLog.create({ data: { buildRunId: id, content, receivedAt: at(0) } });
  await database.close();
  return id;
}

/** Opens a page, scrolls it, and returns the duration in milliseconds of every task over 50 ms during scrolling. */
async function longTasks(page, path, ready, target = null) {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  if (target !== null) await page.locator(target).hover();
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    await page.mouse.wheel(0, SCROLL.pixels);
    await page.waitForTimeout(SCROLL.everyMs);
  }
  return page.evaluate(() => globalThis.longTasks);
}

const ROUNDS = 5;
/** The most that opening a page and changing to one may take. */
const AIMS = { openMs: 1_000, changeMs: 100 };

const OF_ACCOUNT = ['/', '/feed', '/approvals', '/deliveries', '/insights'];
const OF_PROJECT = [
  'builds',
  'changes',
  'tasks',
  'assets',
  'deployments',
  'references',
  'integrations',
  'members',
];

const rounded = (values) => Object.fromEntries(Object.entries(values).map(([name, ms]) => [name, Math.round(ms)]));

/** How long each page takes to open in a new browser, with the shares of server, scripts and rendering. */
async function openings(browser, options, { paths, say }) {
  const figures = [];
  for (const path of paths) {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await measureOpening(browser, options, path));
    const middle = (name) => median(times.map((time) => time[name]));
    const shares = { serverMs: middle('serverMs'), scriptMs: middle('scriptMs'), renderMs: middle('renderMs') };
    say(`${path}: ${JSON.stringify(rounded({ readyMs: middle('readyMs'), ...shares }))}`);
    const samples = { now: times.map(({ paintMs }) => paintMs) };
    figures.push(figure(`first paint of ${path}`, { better: 'lower', unit: 'ms', aim: AIMS.openMs, samples }));
    const ready = { now: times.map(({ readyMs }) => readyMs) };
    figures.push(figure(`${path} complete`, { better: 'lower', unit: 'ms', aim: AIMS.openMs, samples: ready }));
  }
  return figures;
}

/** How long each page takes to change to, from the cache. */
async function pageChanges(page, { paths, say }) {
  const changes = await measureChanges(page, paths, ROUNDS);
  return [...changes].map(([path, times]) => {
    const middle = (name) => median(times.map((time) => time[name]));
    say(
      `change to ${path}: ${JSON.stringify(rounded({ scriptMs: middle('scriptMs'), renderMs: middle('renderMs') }))}`,
    );
    const samples = { now: times.map(({ totalMs }) => totalMs) };
    return figure(`change to ${path}`, { better: 'lower', unit: 'ms', aim: AIMS.changeMs, samples });
  });
}

export async function run({ stage, say }) {
  const [{ app, env, demo, pool }] = stage.trees;
  const buildId = await fill(env.DATABASE_URL, demo);
  await pool.query('VACUUM ANALYZE build_runs');
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = await start(app('standalone'), { ...env, PORT: String(port), BASE_URL: baseUrl });
  const browser = await launchChromium();
  try {
    const context = await openContext(browser, { baseUrl, onProblem: console.error });
    const page = await context.newPage();
    const scripts = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    // Signing in leads to the first page.
    await signIn(page, demo.users.owner);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(1_000);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    const ofProject = OF_PROJECT.map((name) => `/projects/${demo.projects.main}/${name}`);
    const storageState = await context.storageState();
    const paths = [...OF_ACCOUNT, ...ofProject];
    const opened = await openings(browser, { baseUrl, storageState }, { paths, say });
    await page.goto(ofProject[0]);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const changed = await pageChanges(page, { paths: ofProject, say });
    const feed = await longTasks(page, '/feed', 'article');
    const path = `/projects/${demo.projects.main}/builds/${buildId}`;
    const log = await longTasks(page, path, '[aria-label="Build log"]', '[aria-label="Build log"]');
    say(`tasks over 50 ms: feed ${JSON.stringify(feed)}, log ${JSON.stringify(log)}`);
    const one = (name, unit, value) => figure(name, { better: 'lower', unit, samples: { now: [value] } });
    return [
      one('JavaScript of the first page, gzipped', 'KB', bytes / 1000),
      ...opened,
      ...changed,
      one(`tasks over 50 ms while a feed of ${EVENTS} events is scrolled`, 'tasks', feed.length),
      one(`tasks over 50 ms while a log of ${LOG_CHARACTERS} characters is scrolled`, 'tasks', log.length),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
