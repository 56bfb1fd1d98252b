import { type Database, openDatabase } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { applyStory } from './apply-story.js';
import { type Credentials, deriveCredentials, isPassword } from './credentials.js';
import { connectReceiver } from './demo-channel.js';
import { describeDemo, listedUsers, readDemoFile, writeDemoFile } from './demo-file.js';
import { insertTables, run, type Transaction } from './insert-rows.js';
import { ownerTables } from './owners.js';
import { peopleTables, tokens, userIds } from './people.js';
import { integrationList, projectTables } from './projects.js';
import { settingsTables } from './settings-history.js';
import { type Story, tellStory } from './story.js';

export interface SeedOptions {
  databaseUrl: string;
  appSecret: string;
  baseUrl: string;
  /** The file that receives the credentials, for people and scripts. */
  demoFile: string;
  /** The page that shows notifications, for the channel of a project; without it, there is no channel. */
  receiverUrl?: string;
  /** What happened in the studios; the story that ends now by default. */
  story?: Story;
}

/** Any number, as long as all processes that seed use the same one. */
const ADVISORY_LOCK = 5_417_730_212;
const TIMEOUT_MS = 120_000;

async function isEmpty(tx: Transaction): Promise<boolean> {
  return (await run(tx, 'SELECT FROM accounts LIMIT 1')).length === 0;
}

/** Seeds in one transaction and under a lock: if two start together, the second finds the rows of the first. */
async function seedIfEmpty(database: Database, options: SeedOptions, credentials: Credentials): Promise<boolean> {
  const { appSecret, baseUrl } = options;
  const story = options.story ?? (await tellStory());
  const people = await peopleTables(credentials, story.now);
  return database.transaction(async (pool) => {
    const tx = { pool };
    await run(tx, `SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    if (!(await isEmpty(tx))) return false;
    await insertTables(tx, [
      ...people,
      ...projectTables(credentials, appSecret, story.now),
      ...settingsTables(credentials, story.now),
      ...ownerTables(story.now),
    ]);
    await applyStory(tx, story, baseUrl);
    return true;
  });
}

/** Whether the database still has exactly the credentials that are derived from APP_SECRET. */
async function hasCredentials({ prisma }: Database, credentials: Credentials): Promise<boolean> {
  const apiHashes = Object.keys(tokens).map((name) => hashToken(credentials.apiToken(name)));
  const webhookHashes = integrationList.map(({ name }) => hashToken(credentials.webhookToken(name)));
  const found = await Promise.all([
    prisma.apiToken.count({ where: { tokenHash: { in: apiHashes } } }),
    prisma.integration.count({ where: { tokenHash: { in: webhookHashes } } }),
  ]);
  if (found[0] !== apiHashes.length || found[1] !== webhookHashes.length) return false;
  for (const name of listedUsers) {
    const user = await prisma.user.findUnique({ where: { id: userIds[name] } });
    if (!(await isPassword(user?.passwordHash ?? '', credentials.password(name)))) return false;
  }
  return true;
}

/** Writes the current base URL into demo.json, or the whole file if it was lost. */
async function refreshDemoFile(database: Database, options: SeedOptions, credentials: Credentials): Promise<void> {
  const demo = readDemoFile(options.demoFile);
  if (demo) writeDemoFile(options.demoFile, { ...demo, base_url: options.baseUrl });
  else if (await hasCredentials(database, credentials))
    writeDemoFile(options.demoFile, describeDemo(credentials, options.baseUrl));
}

/**
 * Fills a database that has no accounts with the demo studio, and writes demo.json. For any other database, only
 * updates the file's `base_url`, or writes the file again if it is missing and its credentials are still valid.
 */
export async function seedDemo(options: SeedOptions): Promise<{ seeded: boolean }> {
  const credentials = deriveCredentials(options.appSecret);
  const database = openDatabase({
    url: options.databaseUrl,
    name: 'slipway-seed',
    poolSize: 2,
    statementTimeoutMs: TIMEOUT_MS,
  });
  try {
    const seeded = (await isEmpty(database)) && (await seedIfEmpty(database, options, credentials));
    if (seeded) writeDemoFile(options.demoFile, describeDemo(credentials, options.baseUrl));
    else await refreshDemoFile(database, options, credentials);
    const { appSecret, receiverUrl } = options;
    if (receiverUrl !== undefined) await connectReceiver(database, { appSecret, receiverUrl, isNew: seeded });
    return { seeded };
  } finally {
    await database.close();
  }
}
