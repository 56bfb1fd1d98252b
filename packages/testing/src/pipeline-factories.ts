import { randomUUID } from 'node:crypto';
import { type Database, pack } from '@slipway/db';

export interface ProjectScope {
  readonly id: number;
  readonly accountId: number;
}

/** Columns that a test sets, by their Prisma names; the others have realistic defaults. */
export type RowFields = Readonly<Record<string, unknown>>;

export interface PipelineFactories {
  asset(project: ProjectScope, fields?: RowFields): Promise<{ id: string }>;
  assetEvent(project: ProjectScope, assetId: string, fields?: RowFields): Promise<void>;
  approval(project: ProjectScope, assetId: string, fields?: RowFields): Promise<{ id: string }>;
  change(project: ProjectScope, fields?: RowFields): Promise<{ id: number; identifier: string }>;
  buildRun(project: ProjectScope, fields?: RowFields): Promise<{ id: number }>;
  /** A run of one suite of the project, with a build of its own. */
  testRun(project: ProjectScope, fields?: RowFields): Promise<void>;
  deployment(project: ProjectScope, fields?: RowFields): Promise<{ id: string }>;
  /** A row of the delivery log; `body` is null if it is no longer stored. */
  delivery(project: ProjectScope, fields?: RowFields & { readonly body?: unknown }): Promise<{ id: string }>;
}

const scopeOf = ({ id, accountId }: ProjectScope) => ({ accountId, projectId: id });

/** These tables have no foreign key to integrations, so any number works. */
const integrationId = 1;

/** Factories for one database; `next` makes rows distinct. */
export function pipelineFactories({ prisma }: Database, next: () => number): PipelineFactories {
  const buildOf = (project: ProjectScope, fields?: RowFields) => {
    const jobName = String(fields?.['jobName'] ?? 'Harbor-Win64');
    const named = { integrationId, jobKey: jobName, jobName, buildNumber: String(next()) };
    const state = { status: 'completed', statusAt: new Date(), buildType: 'unreal' } as const;
    return { ...scopeOf(project), ...named, ...state };
  };
  return {
    async asset(project, fields) {
      const name = `T_Crate_${next()}`;
      const data = {
        ...scopeOf(project),
        name,
        path: `Content/Props/${name}.uasset`,
        assetType: 'texture' as const,
      };
      const { id } = await prisma.asset.create({ data: { ...data, ...fields } });
      return { id };
    },

    async assetEvent(project, assetId, fields) {
      const data = { ...scopeOf(project), integrationId, provider: 'perforce', assetId, kind: 'updated' as const };
      await prisma.assetEvent.create({
        data: { ...data, source: `source-${next()}`, version: 1, occurredAt: new Date(), ...fields },
      });
    },

    async approval(project, assetId, fields) {
      const data = { ...scopeOf(project), assetId, assetVersion: 1 };
      const { id } = await prisma.approval.create({ data: { ...data, ...fields } });
      return { id };
    },

    async change(project, fields) {
      const number = String(10_000 + next());
      const data = { ...scopeOf(project), integrationId, identifier: number, displayIdentifier: `CL ${number}` };
      const { id, identifier } = await prisma.change.create({
        data: { ...data, sourceType: 'Changelist', timestamp: new Date(), ...fields },
      });
      return { id: Number(id), identifier };
    },

    async buildRun(project, fields) {
      const { id } = await prisma.buildRun.create({ data: { ...buildOf(project, fields), ...fields } });
      return { id: Number(id) };
    },

    async testRun(project, fields) {
      const build = await prisma.buildRun.create({ data: buildOf(project) });
      const suite = { ...scopeOf(project), name: 'PlayMode', variantKey: Buffer.from('PS5'), platform: 'PS5' };
      const { projectId, name, variantKey } = suite;
      const { id: suiteId } = await prisma.testSuite.upsert({
        where: { projectId_name_variantKey: { projectId, name, variantKey } },
        create: suite,
        update: {},
      });
      const data = { ...scopeOf(project), suiteId, buildRunId: build.id, startedAt: new Date() };
      await prisma.testRun.create({ data: { ...data, ...fields } });
    },

    async deployment(project, fields) {
      const data = { ...scopeOf(project), integrationId, platform: 'steam' as const, buildNumber: String(next()) };
      const { id } = await prisma.deployment.create({
        data: { ...data, status: 'submitted', statusAt: new Date(), ...fields },
      });
      return { id };
    },

    async delivery(project, { body = {}, ...fields } = {}) {
      const data = { ...deliveryRow(project, body), dedupeKey: `id:${next()}`, ...fields };
      const { id } = await prisma.delivery.create({ data });
      return { id };
    },
  };
}

function deliveryRow(project: ProjectScope, body: unknown) {
  const receivedAt = new Date();
  return {
    ...scopeOf(project),
    id: randomUUID(),
    receivedAt,
    integrationId,
    provider: 'jenkins',
    event: 'build_report',
    path: '/webhooks/ci',
    outcome: 'applied' as const,
    finishedAt: receivedAt,
    bodyBytes: body === null ? 0 : JSON.stringify(body).length,
    body: body === null ? null : new Uint8Array(pack(JSON.stringify(body))),
  };
}
