import { afterAll, expect, it } from '@jest/globals';
import { changeReport, factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();

it('a change is linked to the tasks and tracker items its text mentions', async () => {
  const project = await newAppliedProject(database, accountId);
  const foreign = await make.task(await make.project(accountId));
  const [byKey, byAddress] = [await make.task(project), await make.task(project)];
  const address = `https://slipway.test/projects/${project.id}/tasks/${byAddress.id}`;
  const description = `ENG-12 task-${byKey.id} task-${foreign.id} see ${address} #3`;
  await project.report(changeReport({ description }));
  const links = await prisma.taskLink.findMany({ where: { projectId: project.id } });
  expect(links.map(({ taskId }) => taskId).toSorted()).toEqual([byKey.id, byAddress.id].toSorted());
  const mentions = await prisma.changeMention.findMany({ where: { projectId: project.id } });
  expect(mentions.map(({ key }) => key)).toEqual(['ENG-12', 'studio/harbor#3']);
});
