import { afterAll, expect, it } from '@jest/globals';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { apiReads } from '../../api-reads.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const reads = apiReads(database);
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const other = await make.project(accountId);

const none = { states: undefined, taskType: undefined, priority: undefined, assignee: undefined };
const labeled = async (label: string, projectId = project.id) => {
  const filter = { ...none, label, updatedSince: undefined };
  const tasks = await reads.listTasks(projectId, filter, { count: 10, after: null });
  return tasks.map(({ id }) => id);
};

it('a task is found by each of its labels, from when it gets the label until it loses it', async () => {
  const { id } = await make.task(project, { labels: ['art', 'quay', 'quay'] });
  const { id: newer } = await make.task(project, { labels: ['quay'] });
  const { id: elsewhere } = await make.task(other, { labels: ['quay'] });
  expect(await labeled('art')).toEqual([id]);
  expect(await labeled('quay')).toEqual([newer, id]);
  expect(await labeled('quay', other.id)).toEqual([elsewhere]);
  expect(await labeled('qua')).toEqual([]);

  await database.prisma.task.update({ where: { id }, data: { labels: ['quay', 'late'] } });
  expect(await labeled('art')).toEqual([]);
  expect(await labeled('late')).toEqual([id]);
  expect(await labeled('quay')).toEqual([newer, id]);

  await database.prisma.task.update({ where: { id }, data: { title: 'Other' } });
  expect(await labeled('late')).toEqual([id]);

  await database.prisma.project.delete({ where: { id: other.id } });
  await database.prisma.task.delete({ where: { id } });
  expect(await labeled('quay')).toEqual([newer]);
  expect(await database.prisma.taskLabel.findMany({ select: { taskId: true } })).toEqual([{ taskId: newer }]);
});

it('an entry for a label that its task no longer has is not listed', async () => {
  const createdAt = new Date(0);
  const { id } = await make.task(project, { labels: ['kept'], createdAt });
  await database.prisma.taskLabel.create({
    data: { projectId: project.id, label: 'gone', createdAt, taskId: id },
  });
  expect(await labeled('gone')).toEqual([]);
});
