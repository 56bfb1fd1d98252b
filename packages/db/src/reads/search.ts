import type { SearchResult } from '@slipway/contracts';
import { assetPath, buildRunPath, changePath, taskPath } from '@slipway/domain';
import type { DatabaseHandle } from '../database.js';

const MAX_OF_KIND = 5;

/** Finds what somebody types into the command menu, in all projects of an account. */
async function searchAccount(on: DatabaseHandle, accountId: number, typed: string): Promise<SearchResult[]> {
  const text = typed.trim().replace(/^#/, '');
  if (text === '') return [];
  const found = await Promise.all([
    findProjects(on, accountId, text),
    findBuilds(on, accountId, text),
    findChanges(on, accountId, text),
    findTasks(on, accountId, text),
    findAssets(on, accountId, text),
  ]);
  return found.flat();
}

const newest = [{ createdAt: 'desc' }, { id: 'desc' }] as const;
const named = { select: { name: true } } as const;

async function findProjects({ prisma }: DatabaseHandle, accountId: number, text: string): Promise<SearchResult[]> {
  const projects = await prisma.project.findMany({
    where: { accountId, name: { contains: text, mode: 'insensitive' } },
    orderBy: { id: 'asc' },
    take: MAX_OF_KIND,
  });
  return projects.map(({ id, name, engine }) => ({
    kind: 'project',
    title: name,
    detail: engine,
    url: `/projects/${id}/builds`,
  }));
}

async function findBuilds({ prisma }: DatabaseHandle, accountId: number, text: string): Promise<SearchResult[]> {
  const builds = await prisma.buildRun.findMany({
    where: { project: { accountId }, buildNumber: text },
    select: { id: true, projectId: true, jobName: true, buildNumber: true, project: named },
    orderBy: [...newest],
    take: MAX_OF_KIND,
  });
  return builds.map(({ id, projectId, jobName, buildNumber, project }) => ({
    kind: 'build',
    title: `${jobName} #${buildNumber}`,
    detail: project.name,
    url: buildRunPath(projectId, Number(id)),
  }));
}

async function findChanges({ prisma }: DatabaseHandle, accountId: number, text: string): Promise<SearchResult[]> {
  const identifier = text.replace(/^CL ?/i, '').toLowerCase();
  const changes = await prisma.change.findMany({
    where: { project: { accountId }, identifier: { startsWith: identifier } },
    select: { id: true, projectId: true, displayIdentifier: true, description: true, project: named },
    orderBy: [{ timestamp: 'desc' }, { id: 'desc' }],
    take: MAX_OF_KIND,
  });
  return changes.map(({ id, projectId, displayIdentifier, project }) => ({
    kind: 'change',
    title: displayIdentifier,
    detail: project.name,
    url: changePath(projectId, Number(id)),
  }));
}

async function findTasks({ prisma }: DatabaseHandle, accountId: number, text: string): Promise<SearchResult[]> {
  const id = /^(?:task-)?(\d{1,9})$/i.exec(text)?.[1];
  const tasks = await prisma.task.findMany({
    where: {
      accountId,
      OR: [{ title: { contains: text, mode: 'insensitive' } }, ...(id === undefined ? [] : [{ id: Number(id) }])],
    },
    select: { id: true, projectId: true, title: true, project: named },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: MAX_OF_KIND,
  });
  return tasks.map(({ id: taskId, projectId, title, project }) => ({
    kind: 'task',
    title,
    detail: `${project.name}, task-${taskId}`,
    url: taskPath(projectId, taskId),
  }));
}

async function findAssets({ prisma }: DatabaseHandle, accountId: number, text: string): Promise<SearchResult[]> {
  const assets = await prisma.asset.findMany({
    where: { project: { accountId }, path: { contains: text, mode: 'insensitive' } },
    select: { id: true, projectId: true, path: true, name: true, project: named },
    orderBy: [...newest],
    take: MAX_OF_KIND,
  });
  return assets.map(({ id, projectId, path, project }) => ({
    kind: 'asset',
    title: path,
    detail: project.name,
    url: assetPath(projectId, id),
  }));
}

export const reads = { searchAccount };
