import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '@slipway/prisma/seed';
import { type ServedApi, serveApi } from './api.js';

/** The contents of the demo file that the seed writes. */
export interface Demo {
  readonly users: Readonly<Record<'owner' | 'member' | 'outsider', { readonly id: number }>>;
  readonly accounts: Readonly<Record<string, { readonly id: number; readonly prefixed_id: string }>>;
  readonly tokens: Readonly<Record<'full' | 'rival', string>>;
  readonly projects: Readonly<Record<'main' | 'lapsed' | 'demo' | 'rival', number>>;
  readonly integrations: Readonly<Record<string, { readonly token: string; readonly secret?: string }>>;
}

/** Await it at the top of a test file: the API over the demo studio. */
export async function startDemo(): Promise<{ api: ServedApi; demo: Demo }> {
  const api = await serveApi();
  const { DATABASE_URL, APP_SECRET, BASE_URL } = api.process.settings;
  const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-'));
  api.process.onClose('demo file', () => rm(folder, { recursive: true, force: true }));
  const demoFile = join(folder, 'demo.json');
  await seedDemo({ databaseUrl: DATABASE_URL, appSecret: APP_SECRET, baseUrl: BASE_URL, demoFile });
  return { api, demo: JSON.parse(await readFile(demoFile, 'utf8')) as Demo };
}
