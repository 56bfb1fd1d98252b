import { reportTests, testResult } from '@slipway/testing';
import { type Demo, demoDatabase } from '../demo.js';
import { type ServedApi, serveApi } from './api.js';

/** The API over the demo studio. Await it at the top level of a test file. */
export async function startDemo(): Promise<{ api: ServedApi; demo: Demo }> {
  const { url, demo } = await demoDatabase();
  const api = await serveApi({ DATABASE_URL: url });
  for (const projectId of Object.values(demo.projects)) await addTests(api, projectId);
  return { api, demo };
}

/** Results of tests, which a worker would read from the reports of the demo. */
async function addTests({ database }: ServedApi, projectId: number): Promise<void> {
  const { id, accountId } = await database.prisma.buildRun.findFirstOrThrow({ where: { projectId } });
  const build = { accountId, projectId, buildRunId: Number(id) };
  await reportTests(database, build, [testResult('Floats', ['passed']), testResult('Sinks', ['failed'])]);
}
