import type { ProjectFields } from '@slipway/testing';
import { job } from './diagnose-build.js';
import { job as investigateJob } from './investigate-build.js';
import { HOUR_MS, logWith, testJobContext } from './job-context.fixture.js';

/** Await it at the top level of a test file. */
export async function diagnosedProjects() {
  const fixture = await testJobContext({ creditCost: 1 });
  const { prisma, context, newProject: newReportedProject } = fixture;

  /** A project whose builds finish one an hour. */
  async function newProject(fields: ProjectFields = {}) {
    const { accountId, projectId, apply } = await newReportedProject({ automaticInvestigation: 'off', ...fields });
    const start = Date.now() - 12 * HOUR_MS;
    return {
      projectId,
      async report(number: number, line: string | null, { attempt = 1, job: jobName = 'Harbor' } = {}) {
        const at = start + (number + attempt / 10) * HOUR_MS;
        const ended = {
          status: 'failed' as const,
          originalStatus: null,
          reportedAt: at,
          startedAt: at,
          finishedAt: at,
        };
        const operation = {
          kind: 'build_report' as const,
          jobName,
          buildNumber: String(number),
          attempt,
          ...ended,
        };
        await apply([
          {
            key: `${number} ${attempt} ${line}`,
            receivedAt: at,
            operations: [{ ...operation, branch: 'main', ...logWith(line) }],
          },
        ]);
        const row = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(number) } });
        return Number(row.id);
      },
      /** Diagnoses what is requested. */
      async diagnose() {
        const requested = await prisma.buildDiagnosis.findMany({
          where: { projectId, requestedAt: { not: null } },
        });
        for (const { buildRunId } of requested) await job.run({ buildRunId: Number(buildRunId) }, context);
      },
      diagnosis: (id: number) => prisma.buildDiagnosis.findUnique({ where: { buildRunId: id } }),
      problems: () => prisma.problem.findMany({ where: { projectId }, orderBy: { id: 'asc' } }),
      investigate: async (buildRunId: number) => {
        const requested = { accountId, projectId, buildRunId, creditsCharged: 0, chargedOn: new Date() };
        const { id } = await prisma.investigation.create({ data: requested });
        await investigateJob.run({ investigationId: id }, context);
        return prisma.investigation.findUniqueOrThrow({ where: { id } });
      },
    };
  }

  return Object.assign(fixture, { newProject });
}

export type DiagnosedProject = Awaited<ReturnType<Awaited<ReturnType<typeof diagnosedProjects>>['newProject']>>;
