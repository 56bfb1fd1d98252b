import { beforeEach, describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make, database, accountId, project } = api;
const { prisma } = database;

const lists = ['tasks', 'changes', 'build_runs', 'assets', 'approvals', 'deployments'];
const paths = [
  ...lists.map((list) => `/v1/projects/${project.id}/${list}`),
  `/v1/workspace/events?account_id=${accountId}`,
];

describe.each(paths)('GET %s, asked for again and again', (path) => {
  let userId: number;
  let tokenId: number;
  let token: string;
  const statusOf = async () => (await api.get(path, token)).status;

  beforeEach(async () => {
    userId = (await make.member(project)).userId;
    ({ id: tokenId, token } = await make.apiToken(userId));
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  });

  it('401: as soon as the token is revoked', async () => {
    await prisma.apiToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } });
    expect([await statusOf(), await statusOf()]).toEqual([401, 401]);
  });

  it('403: as soon as the token lacks the scope', async () => {
    await prisma.apiToken.update({ where: { id: tokenId }, data: { scopes: [] } });
    expect([await statusOf(), await statusOf()]).toEqual([403, 403]);
  });

  it('404: as soon as its user has left the account', async () => {
    await prisma.accountMembership.deleteMany({ where: { userId, accountId } });
    expect([await statusOf(), await statusOf()]).toEqual([404, 404]);
  });
});

it('404: a project of an account that the token cannot reach, whoever has just read it', async () => {
  const stranger = await make.studio();
  const { token } = await make.apiToken(stranger.userId);
  for (const path of paths) {
    expect((await api.get(path)).status).toBe(200);
    expect([(await api.get(path, token)).status, (await api.get(path, token)).status]).toEqual([404, 404]);
  }
});

it('a person of two accounts gets the rows of the project they ask for', async () => {
  const other = await make.studio();
  const otherProject = await make.project(other.accountId);
  const { userId } = await make.member(project);
  await prisma.accountMembership.create({ data: { accountId: other.accountId, userId, role: 'owner' } });
  const { token } = await make.apiToken(userId);
  const builds = [project, otherProject].map(async (owner) => [owner.id, Number((await make.buildRun(owner)).id)]);
  for (const [projectId, buildId] of [...(await Promise.all(builds)), ...(await Promise.all(builds))]) {
    const { body } = await api.get(`/v1/projects/${projectId}/build_runs`, token);
    expect(body.build_runs.map(({ id }: { id: string }) => id)).toEqual([String(buildId)]);
  }
});
