import { applyTestRun } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';
import { type Demo, demoDatabase } from '../demo.js';
import { type ServedApi, serveApi } from './api.js';
import { result } from './tested-project.js';

/** The API over the demo studio. Await it at the top level of a test file. */
export async function startDemo(): Promise<{ api: ServedApi; demo: Demo }> {
  const { url, demo } = await demoDatabase();
  const api = await serveApi({ DATABASE_URL: url });
  for (const projectId of Object.values(demo.projects)) await reportTests(api, projectId);
  return { api, demo };
}

/** Results of tests, which a worker would read from the reports of the demo. */
async function reportTests({ database }: ServedApi, projectId: number): Promise<void> {
  const { id, accountId } = await database.prisma.buildRun.findFirstOrThrow({ where: { projectId } });
  const report = { accountId, projectId, buildRunId: Number(id), suite: 'Automation', variant: ANY_VARIANT };
  const results = [result('Floats', 'passed'), result('Sinks', 'failed')];
  await database.transaction((tx) => applyTestRun(tx, { ...report, startedAt: new Date(), results }));
}
