import { openProcessDatabase } from '@slipway/db';
import { createProjectRedactors, systemClock } from '@slipway/domain';
import { createMetrics } from '@slipway/runtime';
import { factories, type ProjectFields, projectApplier, TEST_APP_SECRET, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createEngine } from '../investigation/engine.js';
import { createWorkerMetrics } from '../worker-metrics.js';

export const HOUR_MS = 3_600_000;
export const ERROR = "src/fog.c:3:1: error: use of undeclared identifier 'Density'";
export const OTHER = "src/fog.c:9:1: error: use of undeclared identifier 'Height'";

/** What jobs that read the logs of failed builds need, with a separate database. */
export async function testJobContext({
  creditCost,
  env = {},
}: {
  readonly creditCost: number;
  readonly env?: Readonly<Record<string, string>>;
}) {
  const process = await testProcess(env);
  const database = openProcessDatabase(process, { name: 'test', statementTimeoutMs: 10_000 });
  const make = factories(database);
  const engine = createEngine({ threads: 1 });
  process.onClose('engine', () => engine.close());
  const context = {
    database,
    engine,
    languageModel: null,
    redactors: createProjectRedactors([TEST_APP_SECRET]),
    creditCost,
    clock: systemClock,
    metrics: createWorkerMetrics(createMetrics()),
    logger: process.logger,
    tracing: null,
    signal: new AbortController().signal,
    closing: new AbortController().signal,
  } as unknown as JobContext;

  /** A project, and a function that applies what its build server reports. */
  async function newProject(fields: ProjectFields) {
    const { accountId } = await make.studio();
    const project = await make.project(accountId, fields);
    const { id: integrationId } = await make.integration(project, 'jenkins');
    const { apply } = projectApplier(database, { ...project, integrationId, provider: 'jenkins' });
    return { accountId, projectId: project.id, integrationId, apply };
  }
  return { process, database, prisma: database.prisma, make, context, newProject };
}

/** The log of a failed build, with the line as its cause; none without a line. */
export function logWith(line: string | null) {
  return line === null
    ? {}
    : { log: { content: `Building\n${line}\nmake: *** [all] Error 1\n`, truncated: false } };
}
