import type {
  ApiReads,
  BuildRunRecord,
  ChangeName,
  ChangeRecord,
  DeploymentRecord,
  ProjectRecord,
  TaskRecord,
} from '@slipway/db';
import type { Position, Redactor } from '@slipway/domain';
import { positionOf, type SortKey } from './page.js';
import { presentApproval } from './routes/approvals.js';
import { presentAsset } from './routes/assets.js';
import { presentBuildRun } from './routes/builds.js';
import { presentChange } from './routes/changes.js';
import { presentDeployment } from './routes/deployments.js';
import { presentReference } from './routes/references.js';
import { presentTask } from './routes/tasks.js';
import type { RestServices } from './services.js';

export interface ListSource {
  readonly project: ProjectRecord;
  readonly services: Pick<RestServices, 'reads' | 'baseUrl' | 'redactors'>;
  /** How many rows are in memory at a time. */
  readonly pageRows: number;
}

/** A list of a project that is read to its end, in the format of the API. */
export interface WholeList {
  readonly name: string;
  readPages(source: ListSource): AsyncGenerator<readonly unknown[]>;
}

interface PageAfter<After> {
  readonly count: number;
  readonly after: After | null;
}

/** Reads a list to its end. No page is empty. */
export async function* readPages<Row, After>(
  pageRows: number,
  read: (page: PageAfter<After>) => Promise<readonly Row[]>,
  endOf: (last: Row) => After,
): AsyncGenerator<readonly Row[]> {
  for (let after: After | null = null; ; ) {
    const rows: readonly Row[] = await read({ count: pageRows, after });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = endOf(last);
  }
}

interface Presenting {
  readonly baseUrl: string;
  readonly redactor: Redactor;
}

interface ListReading<Row, After> {
  readonly name: string;
  read(reads: ApiReads, projectId: number, page: PageAfter<After>): Promise<readonly Row[]>;
  endOf(last: Row): After;
  present(row: Row, presenting: Presenting): unknown;
}

function wholeList<Row, After>({ name, read, endOf, present }: ListReading<Row, After>): WholeList {
  return {
    name,
    async *readPages({ project, services, pageRows }) {
      const { reads, baseUrl, redactors } = services;
      const presenting = { baseUrl, redactor: redactors.of(project) };
      const pages = readPages(pageRows, (page: PageAfter<After>) => read(reads, project.id, page), endOf);
      for await (const rows of pages) yield rows.map((row) => present(row, presenting));
    },
  };
}

/** Sorts by a time that never changes, newest first: a row that exists throughout is read exactly once. */
const byCreation = ({ createdAt, id }: { readonly createdAt: Date; readonly id: SortKey['id'] }): Position =>
  positionOf({ at: createdAt, id });

/** Every list of a project. Rows written during the export may be missing; all others are complete. */
export const wholeLists: readonly WholeList[] = [
  wholeList({
    name: 'tasks',
    read: (reads, projectId, page) => reads.listTasks(projectId, {}, page),
    endOf: byCreation,
    present: (task: TaskRecord, { baseUrl }) => presentTask(task, baseUrl),
  }),
  wholeList<ChangeRecord, ChangeName>({
    name: 'changes',
    read: (reads, projectId, page) => reads.listChangesByIdentifier(projectId, page),
    endOf: ({ identifier, id }) => ({ identifier, id }),
    present: (change, { redactor }) => presentChange(change, redactor),
  }),
  wholeList({
    name: 'build_runs',
    read: async (reads, projectId, page) => (await reads.listBuilds(projectId, {}, page)).builds,
    endOf: byCreation,
    present: (run: BuildRunRecord, { redactor }) => presentBuildRun(run, redactor),
  }),
  wholeList({
    name: 'assets',
    read: (reads, projectId, page) => reads.listAssets(projectId, {}, page),
    endOf: byCreation,
    present: presentAsset,
  }),
  wholeList({
    name: 'approvals',
    read: (reads, projectId, page) => reads.listApprovals(projectId, {}, page),
    endOf: byCreation,
    present: presentApproval,
  }),
  wholeList({
    name: 'deployments',
    read: (reads, projectId, page) => reads.listDeployments(projectId, {}, page),
    endOf: byCreation,
    present: (deployment: DeploymentRecord, { redactor }) => presentDeployment(deployment, redactor),
  }),
  wholeList({
    name: 'references',
    read: (reads, projectId, page) => reads.listReferences(projectId, {}, page),
    endOf: byCreation,
    present: presentReference,
  }),
];
