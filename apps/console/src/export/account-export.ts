import type { MembershipRecord, ProjectRecord } from '@slipway/db';
import { endpoints } from '@slipway/rest';
import type { ConsoleCaller } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';

/** The lists of a project that an export holds, by the name of their endpoint and the key of their rows. */
const LISTS = [
  ['listTasks', 'tasks'],
  ['listChanges', 'changes'],
  ['listBuildRuns', 'build_runs'],
  ['listAssets', 'assets'],
  ['listApprovals', 'approvals'],
  ['listDeployments', 'deployments'],
  ['listReferences', 'references'],
] as const;

const PAGE = 500;
/** Lists without cursors are read at once. */
const WHOLE = 100_000;

interface ExportScope {
  readonly caller: ConsoleCaller;
  readonly account: MembershipRecord;
  readonly services: ConsoleServices;
}

/**
 * Everything of an account as one JSON document, piece by piece: what the API serves, in its words. So it holds no secret,
 * and no address but those that people wrote into tasks.
 */
export async function* writeExport(scope: ExportScope): AsyncGenerator<string> {
  const { account, services, caller } = scope;
  const { id, prefixedId, name, plan } = account;
  const members = await services.reads.listAccountMembers(id);
  const head = {
    exported_at: new Date(services.clock.now()).toISOString(),
    account: { id, prefixed_id: prefixedId, name, plan },
    members: members.map(({ userId, name: of, role, joinedAt }) => ({
      user_id: userId,
      name: of,
      role,
      joined_at: joinedAt,
    })),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"projects":[`;
  const projects = (await services.reads.listProjects(caller.userId)).filter(({ accountId }) => accountId === id);
  for (const [place, project] of projects.entries()) {
    if (place > 0) yield ',';
    yield* writeProject(scope, project);
  }
  yield ']}\n';
}

async function* writeProject(scope: ExportScope, project: ProjectRecord): AsyncGenerator<string> {
  const { id, name, engine, createdAt } = project;
  yield JSON.stringify({ id, name, engine, created_at: createdAt }).slice(0, -1);
  for (const [endpoint, key] of LISTS) {
    yield `,${JSON.stringify(key)}:[`;
    let isFirst = true;
    for await (const rows of readList(scope, project, { endpoint, key })) {
      if (rows.length === 0) continue;
      const json = JSON.stringify(rows).slice(1, -1);
      yield isFirst ? json : `,${json}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}';
}

interface Page {
  readonly pagination: { readonly has_more: boolean; readonly next_cursor?: string | null };
  readonly [key: string]: unknown;
}

async function* readList(
  { caller, services }: ExportScope,
  project: ProjectRecord,
  list: { readonly endpoint: string; readonly key: string },
): AsyncGenerator<readonly unknown[]> {
  const found = endpoints.find(({ contract }) => contract.name === list.endpoint);
  if (found === undefined) throw new Error(`there is no endpoint ${list.endpoint}`);
  const hasCursor = 'cursor' in found.contract.query;
  let cursor: string | undefined;
  do {
    const query = {
      limit: hasCursor ? PAGE : WHOLE,
      ...(cursor === undefined ? {} : { cursor }),
      ...extraOf(list.key),
    };
    const input = {
      caller,
      project,
      services,
      params: { project_id: String(project.id) },
      query,
      body: undefined,
    };
    const page = (await found.handle({ ...input, header: () => undefined })) as Page;
    yield page[list.key] as readonly unknown[];
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Changes that a forced push removed belong to the export too. */
const extraOf = (key: string) => (key === 'changes' ? { orphaned: true } : {});
