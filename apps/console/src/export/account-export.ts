import type { MembershipRecord, ProjectRecord } from '@slipway/db';
import { presentTime, readPages, wholeLists } from '@slipway/rest';
import { EXPORT_PAGE_ROWS } from '../limits.js';
import type { ConsoleServices } from '../services.js';

export interface ExportScope {
  readonly userId: number;
  readonly account: MembershipRecord;
  readonly services: Pick<ConsoleServices, 'reads' | 'clock' | 'baseUrl' | 'redactors'>;
  readonly pageRows?: number;
}

/**
 * Writes an account as one JSON document, piece by piece. It contains what the API serves, in the same format: no
 * secrets, and no addresses except those that people wrote into tasks. Every list is read to its end, page by page.
 */
export async function* writeExport(scope: ExportScope): AsyncGenerator<string> {
  const { account, services, userId } = scope;
  const { id, prefixedId, name, plan } = account;
  const head = {
    exported_at: presentTime(new Date(services.clock.now())),
    account: { id, prefixed_id: prefixedId, name, plan },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"members":`;
  yield* writeArray(readMembers(scope));
  yield ',"projects":[';
  const projects = (await services.reads.listProjects(userId)).filter(({ accountId }) => accountId === id);
  for (const [place, project] of projects.entries()) {
    if (place > 0) yield ',';
    yield* writeProject(scope, project);
  }
  yield ']}\n';
}

async function* writeProject(
  { services, pageRows = EXPORT_PAGE_ROWS }: ExportScope,
  project: ProjectRecord,
): AsyncGenerator<string> {
  const { id, name, engine, createdAt } = project;
  yield JSON.stringify({ id, name, engine, created_at: createdAt }).slice(0, -1);
  for (const list of wholeLists) {
    yield `,${JSON.stringify(list.name)}:`;
    yield* writeArray(list.readPages({ project, services, pageRows }));
  }
  yield '}';
}

/** Writes pages as one array. No page may be empty. */
async function* writeArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const rows of pages) {
    const json = JSON.stringify(rows).slice(1, -1);
    yield isFirst ? json : `,${json}`;
    isFirst = false;
  }
  yield ']';
}

async function* readMembers({ account, services, pageRows = EXPORT_PAGE_ROWS }: ExportScope) {
  const pages = readPages(
    pageRows,
    (page: { readonly count: number; readonly after: number | null }) =>
      services.reads.listMembersById(account.id, page),
    ({ userId }) => userId,
  );
  for await (const members of pages)
    yield members.map(({ userId, name, role, joinedAt }) => ({
      user_id: userId,
      name,
      role,
      joined_at: joinedAt,
    }));
}
