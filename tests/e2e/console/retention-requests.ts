import type { ServedIntegrations } from './served-integrations.js';

interface HoldRequest {
  readonly path: string;
  readonly body: object;
}

/** Requests that set and release legal holds, and shorten the retention of a project. */
export function retentionRequests(
  { database, accountId, project: { id: projectId }, owner }: ServedIntegrations,
  account: string,
  project: string,
): Readonly<Record<string, () => Promise<HoldRequest> | HoldRequest>> {
  const body = { reason: 'Case 24-1187' };
  const held = async (path: string, scope: object) => {
    await database.prisma.legalHold.create({ data: { accountId, userId: owner.id, reason: 'Case', ...scope } });
    return { path: `${path}/legal_hold/release`, body };
  };
  return {
    setProjectRetention: () => ({ path: `${project}/retention`, body: { builds: 120, build_logs: null } }),
    holdAccount: () => ({ path: `${account}/legal_hold`, body }),
    holdProject: () => ({ path: `${project}/legal_hold`, body }),
    releaseAccount: () => held(account, {}),
    releaseProject: () => held(project, { projectId }),
  };
}
