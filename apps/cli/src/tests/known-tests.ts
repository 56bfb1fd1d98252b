import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@slipway/client';
import { getTestGateRule, listTests, type ProjectTest, type TestGateRule } from '@slipway/contracts';
import { type Env, stateFolder } from '@slipway/credentials';
import { readJsonFile, writeJsonFile } from '../private-file.js';
import type { ChosenProject } from '../projects/choose-project.js';
import { readRows } from '../resources/define-list.js';

/** A test whose failures do not hold a build back. */
export type KnownTest = Pick<ProjectTest, 'suite' | 'path' | 'name' | 'verdict' | 'muted_until'>;

/** The muted and flaky tests of a project, and what its gate allows, as the service last listed them. */
export interface KnownTests {
  readonly host: string;
  readonly project: ChosenProject;
  readonly read_at: string;
  readonly rule: TestGateRule;
  readonly tests: readonly KnownTest[];
}

const HOUR_MS = 3_600_000;
/** Tests of one kind. A test beyond them holds builds back that are judged by local files. */
const MAX_TESTS = 2_000;

const folderOf = (env: Env) => join(stateFolder(env), 'tests');

function pathOf(env: Env, host: string, projectId: string): string {
  const digest = createHash('sha256').update(`${host} ${projectId}`).digest('hex').slice(0, 16);
  return join(folderOf(env), `${digest}.json`);
}

const hintOf = (path: string) => `Remove ${path}.`;

interface KnownTestsOf {
  readonly env: Env;
  readonly host: string;
  readonly client: Client;
  readonly project: ChosenProject;
}

/** Stores the list of the service, unless the stored one is fresh. */
export async function storeKnownTests({ env, host, client, project }: KnownTestsOf): Promise<void> {
  const path = pathOf(env, host, project.id);
  const stored = (await readJsonFile(path, hintOf(path)).catch(() => undefined)) as KnownTests | undefined;
  const now = Date.now();
  if (stored !== undefined && Math.abs(now - Date.parse(stored.read_at)) < HOUR_MS) return;
  const read = async (query: object) => {
    const request = {
      contract: listTests,
      params: { project_id: project.id },
      query: { ...query },
      limit: MAX_TESTS,
    };
    return (await readRows<ProjectTest>(client, request)).rows;
  };
  const found = [...(await read({ muted: 'true' })), ...(await read({ verdict: 'flaky' }))];
  const tests = found.map(({ suite, path: of, name, verdict, muted_until }) => ({
    suite,
    path: of,
    name,
    verdict,
    muted_until,
  }));
  const known = {
    host,
    project: { id: project.id, name: project.name },
    read_at: new Date(now).toISOString(),
    rule: await client.call(getTestGateRule, { params: { project_id: project.id } }),
    tests,
  };
  await writeJsonFile(path, known);
}

/** The stored list of a project, by its id or name; null if there is none. */
export async function findKnownTests(env: Env, host: string, written: string): Promise<KnownTests | null> {
  const names = await readdir(folderOf(env)).catch(() => []);
  for (const name of names) {
    const path = join(folderOf(env), name);
    const known = (await readJsonFile(path, hintOf(path))) as KnownTests;
    const { id, name: projectName = '' } = known.project;
    if (known.host === host && (id === written || projectName.toLowerCase() === written.toLowerCase()))
      return known;
  }
  return null;
}
