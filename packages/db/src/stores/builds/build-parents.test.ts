import { afterAll, describe, expect, it } from '@jest/globals';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
const { prisma } = database;
afterAll(() => database.close());
const make = factories(database);

/** A project with a build that has a log. */
async function projectWithLog() {
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  const { id } = await make.buildRun(project, { hasLog: true });
  await prisma.buildLog.create({ data: { buildRunId: id, content: 'the log', receivedAt: new Date() } });
  const rows = async () => ({
    builds: await prisma.buildRun.count({ where: { projectId: project.id } }),
    logs: await prisma.buildLog.count({ where: { buildRunId: id } }),
  });
  return { accountId, project, buildRunId: id, rows };
}

describe('the parents of builds and logs', () => {
  it('deletes the logs of deleted builds', async () => {
    const { buildRunId, rows } = await projectWithLog();
    await prisma.buildRun.delete({ where: { id: buildRunId } });
    expect(await rows()).toEqual({ builds: 0, logs: 0 });
  });

  it('deletes the builds and logs of a deleted project, and no others', async () => {
    const [{ project, rows }, other] = [await projectWithLog(), await projectWithLog()];
    await prisma.project.delete({ where: { id: project.id } });
    expect(await rows()).toEqual({ builds: 0, logs: 0 });
    expect(await other.rows()).toEqual({ builds: 1, logs: 1 });
  });

  it('deletes the builds and logs of a deleted account', async () => {
    const { accountId, rows } = await projectWithLog();
    await prisma.account.delete({ where: { id: accountId } });
    expect(await rows()).toEqual({ builds: 0, logs: 0 });
  });

  it('refuses a build of a project that does not exist', async () => {
    const { project } = await projectWithLog();
    await prisma.project.delete({ where: { id: project.id } });
    await expect(make.buildRun(project)).rejects.toThrow(/project/);
  });

  it('keeps a project until the builds that a transaction inserts are committed', async () => {
    const { project, buildRunId, rows } = await projectWithLog();
    const copy = `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status,
        status_at, build_type)
      SELECT account_id, project_id, integration_id, job_key, job_name, 'a copy', status, status_at, build_type
      FROM build_runs WHERE id = ${buildRunId}`;
    const impatient = { text: `SET LOCAL lock_timeout = 1; DELETE FROM projects WHERE id = ${project.id}` };
    await database.transaction(async (tx) => {
      await tx.query({ text: copy });
      const deletion = database.transaction((other) => other.query(impatient));
      await expect(deletion).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await rows()).toEqual({ builds: 2, logs: 1 });
  });
});
