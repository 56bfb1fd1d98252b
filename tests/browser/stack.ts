import { afterAll, afterEach, expect } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import type { Database } from '@slipway/db';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { freePort } from '@slipway/local';
import { composeMcp } from '@slipway/mcp';
import { routeTiers } from '@slipway/standalone';
import { openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Demo, demoDatabase } from '../demo.js';
import { launchChromium, openContext, signIn } from './chromium.mjs';

export interface PageOptions extends BrowserContextOptions {
  /** Part of an expected problem, such as another origin that the page redirects to. */
  readonly mayReport?: string;
}

/** The whole service with the demo studio on one port, and a browser. */
export interface Stack {
  readonly baseUrl: string;
  readonly demo: Demo;
  readonly database: Database;
  readonly process: TestProcess;
  /** A page in a new browser profile, until the test ends. Errors on it and requests to other hosts fail the test. */
  newPage(options?: PageOptions): Promise<Page>;
  /** A page with a signed-in user. */
  signedIn(who: keyof Demo['users'], options?: PageOptions): Promise<Page>;
  /** Opens a path for the member or another user. */
  openPage(path: string, who?: keyof Demo['users'], options?: PageOptions): Promise<Page>;
}

const SETTINGS = { GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000' };

interface Setting {
  /** Browsers offer passkeys at `localhost`, but at no IP address. */
  readonly host?: '127.0.0.1' | 'localhost';
  /** False while the workers of the service are down. */
  readonly hasWorker?: boolean;
}

/** Await it at the top level of a test file. */
export async function startStack(
  env: Readonly<Record<string, string>> = {},
  setting: Setting = {},
): Promise<Stack> {
  const { baseUrl, demo, database, process } = await startService(env, setting);
  const browser = await launchChromium();
  afterAll(() => browser.close());
  const problems: string[] = [];
  const opened: BrowserContext[] = [];
  // A page that stays open keeps loading data, and its problems would fail a later test.
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
    expect(problems.splice(0)).toEqual([]);
  });

  async function newPage({ mayReport, ...options }: PageOptions = {}): Promise<Page> {
    const isExpected = (problem: string) => mayReport !== undefined && problem.includes(mayReport);
    const onProblem = (problem: string) => void (isExpected(problem) || problems.push(problem));
    const context = await openContext(browser, { baseUrl, onProblem, ...options });
    opened.push(context);
    return context.newPage();
  }

  async function signedIn(who: keyof Demo['users'], options?: PageOptions): Promise<Page> {
    const page = await newPage(options);
    await signIn(page, demo.users[who]);
    return page;
  }
  return {
    baseUrl,
    demo,
    database,
    process,
    newPage,
    signedIn,
    async openPage(path, who = 'member', options = {}) {
      const page = await signedIn(who, options);
      await page.goto(path);
      return page;
    },
  };
}

async function startService(
  env: Readonly<Record<string, string>>,
  { host = '127.0.0.1', hasWorker = true }: Setting,
): Promise<Pick<Stack, 'baseUrl' | 'demo' | 'database' | 'process'>> {
  const port = await freePort();
  const baseUrl = `http://${host}:${port}`;
  const { url, demo } = await demoDatabase();
  const context = await testProcess({ ...SETTINGS, ...env, BASE_URL: baseUrl, DATABASE_URL: url });
  const { settings, onClose } = context;
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('test database', () => database.close());
  if (hasWorker) await runWorker(context);
  let isDraining = false;
  const draining = () => isDraining;
  const app = routeTiers({
    ingest: await composeIngest(context, draining),
    api: composeApi(context, draining),
    console: composeConsole(context, draining),
    mcp: composeMcp(context, draining, baseUrl),
    operations: (_request, response) => void response.writeHead(404).end(),
  });
  const server = await serve(app, { host: '127.0.0.1', port });
  onClose('server', () => {
    isDraining = true;
    return server.close();
  });
  return { baseUrl, demo, database, process: context };
}
