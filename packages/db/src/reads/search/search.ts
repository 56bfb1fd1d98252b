import type { SearchResult } from '@slipway/contracts';
import { assetPath, buildRunPath, changePath, pageAt, projectHomePath, taskPath } from '@slipway/domain';
import { type Columns, columnsOf, computed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';

const MAX_OF_KIND = 5;
const MAX_PROJECTS = 60;
/** How many rows with a matching number or hash are sorted by time. */
const MAX_NAMED = 50;
/** How many of the newest rows are searched for words, because no index finds them. */
const MAX_READ = 2_000;
const MAX_READ_OF_PROJECT = 1_000;

/** The typed text, interpreted in every way that makes sense. */
interface Typed {
  readonly accountId: number;
  /** Lower case, without the `#` of a number. */
  readonly text: string;
  /** The words before the number: `editor` in `editor #1847`. */
  readonly job: string;
  /** A build number: the last word. */
  readonly number: string;
  readonly identifier: string;
  readonly taskId: number;
}

const MAX_INT4 = 2_147_483_647;

/** What was found, and the project it belongs to. */
export interface FoundRecord extends SearchResult {
  readonly projectId: number;
}

/** Finds what is typed into the command menu, in all of an account's projects. Texts are as the tools sent them. */
async function searchAccount(on: DatabaseHandle, accountId: number, input: string): Promise<FoundRecord[]> {
  const text = input.trim().toLowerCase().slice(0, 200);
  if (text === '') return [];
  const words = text.split(/[\s#]+/).filter((word) => word !== '');
  const id = Number(/^(?:task-)?(\d{1,10})$/.exec(text)?.[1] ?? 0);
  const typed: Typed = {
    accountId,
    text: text.replace(/^#/, ''),
    job: words.slice(0, -1).join(' '),
    number: words.at(-1) ?? '',
    identifier: text.replace(/^(?:cl ?|#)/, ''),
    taskId: id > MAX_INT4 ? 0 : id,
  };
  const found = await Promise.all([
    findProjects(on, typed),
    findBuilds(on, typed),
    findProblems(on, typed),
    findChanges(on, typed),
    findTasks(on, typed),
    findAssets(on, typed),
  ]);
  return found.flat();
}

const EXAMPLE: Typed = { accountId: 1, text: 'a', job: 'a', number: '1', identifier: 'abcd', taskId: 1 };
const examples = [EXAMPLE];

/** Whether a text contains another, ignoring case. */
const has = (column: Sql, text: string) => sql`position(${text} IN lower(${column})) > 0`;
const projectsOf = ({ accountId }: Typed) =>
  sql`(SELECT id, name FROM projects WHERE account_id = ${accountId} ORDER BY archived_at IS NULL DESC, id DESC
       LIMIT ${MAX_PROJECTS}) p`;
const inProject = {
  projectId: computed('int4', sql`p.id`),
  projectName: computed('text', sql`p.name`),
} satisfies Columns;

async function findProjects({ prisma }: DatabaseHandle, { accountId, text }: Typed): Promise<FoundRecord[]> {
  const projects = await prisma.project.findMany({
    where: { accountId, name: { contains: text.replace(/[%_\\]/g, '\\$&'), mode: 'insensitive' } },
    orderBy: { id: 'asc' },
    take: MAX_OF_KIND,
    select: { id: true, name: true, engine: true },
  });
  return projects.map(({ id, name, engine }) => ({
    kind: 'project',
    title: name,
    detail: engine,
    url: projectHomePath(id),
    projectId: id,
  }));
}

const builds = defineQuery({
  name: 'search builds by number',
  columns: { ...pick(columnsOf('BuildRun', 'b'), 'id', 'jobName', 'buildNumber'), ...inProject },
  examples,
  build: (typed: Typed, select) =>
    sql`SELECT ${select} FROM ${projectsOf(typed)}, LATERAL (
          SELECT * FROM build_runs WHERE project_id = p.id AND build_number = ${typed.number} LIMIT ${MAX_NAMED}) b
        WHERE ${has(sql`b.job_name`, typed.job)}
        ORDER BY b.created_at DESC, b.id DESC LIMIT ${MAX_OF_KIND}`,
});

async function findBuilds({ pool }: DatabaseHandle, typed: Typed): Promise<FoundRecord[]> {
  const rows = await builds.all(pool, typed);
  return rows.map(({ id, jobName, buildNumber, projectId, projectName }) => ({
    kind: 'build',
    title: `${jobName} #${buildNumber}`,
    detail: projectName,
    url: buildRunPath(projectId, id),
    projectId,
  }));
}

const problems = defineQuery({
  name: 'search problems by error',
  columns: { ...pick(columnsOf('Problem', 'o'), 'id', 'title'), ...inProject },
  examples,
  build: (typed: Typed, select) =>
    sql`SELECT ${select} FROM ${projectsOf(typed)}, LATERAL (
          SELECT * FROM (SELECT id, title, message, last_seen_at FROM problems WHERE project_id = p.id
                         ORDER BY last_seen_at DESC, id DESC LIMIT ${MAX_READ_OF_PROJECT}) newest
          WHERE ${has(sql`title`, typed.text)} OR ${has(sql`message`, typed.text)} LIMIT ${MAX_OF_KIND}) o
        ORDER BY o.last_seen_at DESC, o.id DESC LIMIT ${MAX_OF_KIND}`,
});

async function findProblems({ pool }: DatabaseHandle, typed: Typed): Promise<FoundRecord[]> {
  const rows = await problems.all(pool, typed);
  return rows.map(({ id, title, projectId, projectName }) => ({
    kind: 'problem',
    title,
    detail: projectName,
    url: pageAt('/projects/$projectId/problems/$problemId', { projectId, problemId: id }),
    projectId,
  }));
}

/** In any collation, all texts that begin with certain hex digits sort before those digits padded with the last one. */
const changes = defineQuery({
  name: 'search changes by identifier',
  columns: {
    ...pick(columnsOf('Change', 'c'), 'id', 'displayIdentifier'),
    description: computed('text', sql`left(c.description, 200)`),
    ...inProject,
  },
  examples,
  build: (typed: Typed, select) =>
    sql`SELECT ${select} FROM ${projectsOf(typed)}, LATERAL (
          SELECT * FROM changes WHERE project_id = p.id
            AND identifier >= ${typed.identifier} AND identifier <= rpad(${typed.identifier}, 64, 'f')
            AND starts_with(identifier, ${typed.identifier}) LIMIT ${MAX_NAMED}) c
        ORDER BY c.timestamp DESC, c.id DESC LIMIT ${MAX_OF_KIND}`,
});

async function findChanges({ pool }: DatabaseHandle, typed: Typed): Promise<FoundRecord[]> {
  if (!/^[0-9a-f]{3,64}$/.test(typed.identifier)) return [];
  const rows = await changes.all(pool, typed);
  return rows.map(({ id, displayIdentifier, description, projectId, projectName }) => ({
    kind: 'change',
    title: `${displayIdentifier} ${description.split('\n')[0]}`.trim(),
    detail: projectName,
    url: changePath(projectId, id),
    projectId,
  }));
}

const tasks = defineQuery({
  name: 'search tasks by title',
  columns: { ...pick(columnsOf('Task', 't'), 'id', 'title', 'projectId'), projectName: inProject.projectName },
  examples,
  build: ({ accountId, text, taskId }: Typed, select) =>
    sql`SELECT ${select} FROM (
          (SELECT * FROM tasks WHERE id = ${taskId} AND account_id = ${accountId})
          UNION
          (SELECT * FROM (SELECT * FROM tasks WHERE account_id = ${accountId}
                          ORDER BY updated_at DESC, id DESC LIMIT ${MAX_READ}) newest
           WHERE ${has(sql`title`, text)} ORDER BY updated_at DESC, id DESC LIMIT ${MAX_OF_KIND})) t
        JOIN projects p ON p.id = t.project_id
        ORDER BY t.id = ${taskId} DESC, t.updated_at DESC, t.id DESC LIMIT ${MAX_OF_KIND}`,
});

async function findTasks({ pool }: DatabaseHandle, typed: Typed): Promise<FoundRecord[]> {
  const rows = await tasks.all(pool, typed);
  return rows.map(({ id, title, projectId, projectName }) => ({
    kind: 'task',
    title,
    detail: `${projectName}, task-${id}`,
    url: taskPath(projectId, id),
    projectId,
  }));
}

const assets = defineQuery({
  name: 'search assets by path',
  columns: { ...pick(columnsOf('Asset', 'a'), 'id', 'path'), ...inProject },
  examples,
  build: (typed: Typed, select) =>
    sql`SELECT ${select} FROM ${projectsOf(typed)}, LATERAL (
          SELECT * FROM (SELECT id, path, created_at FROM assets WHERE project_id = p.id
                         ORDER BY created_at DESC, id DESC LIMIT ${MAX_READ_OF_PROJECT}) newest
          WHERE ${has(sql`path`, typed.text)} LIMIT ${MAX_OF_KIND}) a
        ORDER BY a.created_at DESC, a.id DESC LIMIT ${MAX_OF_KIND}`,
});

async function findAssets({ pool }: DatabaseHandle, typed: Typed): Promise<FoundRecord[]> {
  const rows = await assets.all(pool, typed);
  return rows.map(({ id, path, projectId, projectName }) => ({
    kind: 'asset',
    title: path,
    detail: projectName,
    url: assetPath(projectId, id),
    projectId,
  }));
}

export const reads = { searchAccount };
