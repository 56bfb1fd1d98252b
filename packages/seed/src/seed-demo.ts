import { type Database, type DatabaseHandle, openDatabase } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { contentTables } from './content.js';
import { type Credentials, deriveCredentials, isPassword } from './credentials.js';
import { connectReceiver } from './demo-channel.js';
import { describeDemo, listedUsers, readDemoFile, writeDemoFile } from './demo-file.js';
import { advanceSequences, insertTables, type Transaction } from './insert-rows.js';
import { peopleTables, tokens, userIds } from './people.js';
import { integrationList, projectTables } from './projects.js';
import { settingsTables } from './settings-history.js';
import { minute } from './times.js';

export interface SeedOptions {
  databaseUrl: string;
  appSecret: string;
  baseUrl: string;
  /** The file that receives the credentials, for people and scripts. */
  demoFile: string;
  /** The page that shows notifications, for the channel of a project; without it, there is no channel. */
  receiverUrl?: string;
  /** The time at which the content ends; now by default. */
  now?: Date;
}

/** Any number, as long as all processes that seed use the same one. */
const ADVISORY_LOCK = 5_417_730_212;
const TIMEOUT_MS = 120_000;

async function isEmpty(prisma: DatabaseHandle['prisma']): Promise<boolean> {
  return (await prisma.account.findFirst({ select: { id: true } })) === null;
}

async function insertDemo(tx: Transaction, options: SeedOptions, credentials: Credentials): Promise<void> {
  const given = options.now ?? new Date();
  const now = new Date(given.getTime() - (given.getTime() % minute));
  await insertTables(tx, [
    ...(await peopleTables(credentials, now)),
    ...projectTables(credentials, options.appSecret, now),
    ...contentTables(now),
    ...settingsTables(credentials, now),
  ]);
  await advanceSequences(tx);
}

/** Seeds in one transaction and under a lock: if two start together, the second finds the rows of the first. */
function seedIfEmpty({ prisma }: Database, options: SeedOptions, credentials: Credentials): Promise<boolean> {
  return prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK}::bigint)`;
      const empty = await isEmpty(tx);
      if (empty) await insertDemo(tx, options, credentials);
      return empty;
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
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
    const seeded = (await isEmpty(database.prisma)) && (await seedIfEmpty(database, options, credentials));
    if (seeded) writeDemoFile(options.demoFile, describeDemo(credentials, options.baseUrl));
    else await refreshDemoFile(database, options, credentials);
    const { appSecret, receiverUrl } = options;
    if (receiverUrl !== undefined) await connectReceiver(database, { appSecret, receiverUrl, isNew: seeded });
    return { seeded };
  } finally {
    await database.close();
  }
}
