import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { startService } from '../e2e/service.js';

const { database, ingestUrl, make } = await startService();
const { accountId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.integration(project, 'jenkins');

/** The database rejects the builds of one job, as it would a value that no check anticipated. */
await database.prisma.$executeRaw`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN IF NEW.job_name = 'poison' THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN NEW; END $$`;
await database.prisma.$executeRaw`CREATE TRIGGER poison BEFORE INSERT ON build_runs FOR EACH ROW
  EXECUTE FUNCTION refuse_poison()`;

async function send(jobName: string, buildNumber: number): Promise<string> {
  const answer = await fetch(`${ingestUrl}/webhooks/ci`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': token },
    body: JSON.stringify({ job_name: jobName, build_number: buildNumber, status: 'SUCCESS' }),
  });
  return ((await answer.json()) as { status: string }).status;
}

const buildsOf = (jobName: string) =>
  database.prisma.buildRun.count({ where: { projectId: project.id, jobName } });
const settled = () => database.prisma.delivery.findMany({ where: { projectId: project.id } });

describe('a delivery that cannot be applied', () => {
  it('becomes a dead letter with its reason, while the rest of its envelope is applied', async () => {
    await Promise.all([...Array.from({ length: 30 }, (_, index) => send('Harbor', index)), send('poison', 1)]);
    await eventually('all deliveries are settled', async () =>
      (await settled()).length === 31 ? true : undefined,
    );
    expect(await buildsOf('Harbor')).toBe(30);
    const outcomes = (await settled()).map(({ outcome, reason }) => ({ outcome, reason }));
    expect(outcomes.filter(({ outcome }) => outcome === 'dead')).toEqual([
      { outcome: 'dead', reason: 'poisoned' },
    ]);
    expect(await database.prisma.deadLetter.findMany()).toMatchObject([{ resolvedAt: null }]);
  });

  it('is applied when it is sent again after the cause is fixed', async () => {
    await database.prisma.$executeRaw`DROP TRIGGER poison ON build_runs`;
    expect(await send('poison', 1)).toBe('accepted');
    await eventually('the build exists', async () => ((await buildsOf('poison')) === 1 ? true : undefined));
    expect(await send('poison', 1)).toBe('duplicate');
    expect(await database.prisma.deadLetter.findMany()).toMatchObject([{ resolvedAt: expect.any(Date) }]);
  });
});
