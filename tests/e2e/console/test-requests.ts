import { reportTests, testResult } from '@slipway/testing';
import type { ServedIntegrations } from './served-integrations.js';

/** Requests that change tests. */
export function testRequests(
  { make, database, project }: ServedIntegrations,
  path: string,
): Readonly<Record<string, () => Promise<{ path: string; body?: object; action?: string }>>> {
  const { prisma } = database;
  const { id: projectId, accountId } = project;
  let tests = 0;

  /** A new test of the project. */
  async function newTest(): Promise<string> {
    tests += 1;
    const name = `sails ${tests}`;
    const { id: buildRunId } = await make.buildRun(project);
    await reportTests(database, { accountId, projectId, buildRunId }, [testResult(name, ['passed'])]);
    return String((await prisma.test.findFirstOrThrow({ where: { projectId, name } })).id);
  }

  async function mute(): Promise<{ path: string; body: object }> {
    const { userId } = await make.member(project);
    return { path: `/v1${path}/tests/${await newTest()}/mute`, body: { reason: 'Repair', owner_user_id: userId } };
  }

  return {
    muteTest: async () => ({ ...(await mute()), action: 'test.mute' }),
    async unmuteTest() {
      const { path: address } = await mute();
      const testId = BigInt(address.split('/').at(-2) ?? 0);
      const { userId } = await make.member(project);
      const owners = { ownerUserId: userId, mutedById: userId };
      const until = new Date(Date.now() + 86_400_000);
      await prisma.testMute.create({ data: { accountId, projectId, testId, reason: 'Repair', until, ...owners } });
      return { path: address, action: 'test.unmute' };
    },
    renameTest: async () => {
      const testId = await newTest();
      return { path: `${path}/tests/${testId}/renames`, body: { new_test_id: await newTest() } };
    },
  };
}
