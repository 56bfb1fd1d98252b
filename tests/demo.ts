import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '@slipway/seed';
import { TEST_APP_SECRET, testDatabase } from '@slipway/testing';

interface DemoUser {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/** The contents of the demo file that the seed writes. */
export interface Demo {
  readonly users: Readonly<Record<'owner' | 'member' | 'outsider', DemoUser>>;
  readonly accounts: Readonly<
    Record<
      'studio' | 'personal' | 'lapsed' | 'demo' | 'rival',
      { readonly id: number; readonly prefixed_id: string }
    >
  >;
  readonly tokens: Readonly<Record<'full' | 'rival', string>>;
  readonly projects: Readonly<Record<'main' | 'second' | 'paused' | 'lapsed' | 'demo' | 'rival', number>>;
  readonly integrations: Readonly<
    Record<
      'asana' | 'jenkins' | 'linear' | 'perforce' | 'second',
      { readonly id: number; readonly token: string; readonly secret?: string }
    >
  >;
}

/** Fills the database if it is empty. */
async function seed(databaseUrl: string): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-'));
  const demoFile = join(folder, 'demo.json');
  await seedDemo({ databaseUrl, appSecret: TEST_APP_SECRET, baseUrl: 'http://localhost', demoFile });
  const demo = JSON.parse(await readFile(demoFile, 'utf8')) as Demo;
  await rm(folder, { recursive: true });
  return demo;
}

/**
 * A database with the demo studio, for the `DATABASE_URL` of `testProcess`. Await it at the top level of a test file.
 */
export async function demoDatabase(): Promise<{ readonly url: string; readonly demo: Demo }> {
  const { url } = await testDatabase({ name: 'demo', fill: async (template) => void (await seed(template)) });
  return { url, demo: await seed(url) };
}
