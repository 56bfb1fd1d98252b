import { expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { database, make, accountId, project, owner, member } = await serveConsole();
const { prisma } = database;

async function group(ofAccount: number, name: string, userId: number) {
  const { id } = await prisma.accountGroup.create({
    data: { accountId: ofAccount, name, slug: name.toLowerCase() },
  });
  await prisma.groupMember.create({ data: { groupId: id, userId, accountId: ofAccount, position: 0 } });
}

/** Asks for approval of an asset of a type. */
async function request(assetType: 'texture' | 'model' | 'audio') {
  const name = `A ${assetType}`;
  const { id } = await make.asset(project, { assetType, name });
  await make.approval(project, id, { status: 'pending', commitSha: `c-${assetType}` });
  return name;
}

const rule = (text: string) =>
  prisma.ownershipRules.create({ data: { projectId: project.id, text, userId: owner.id, savedAt: new Date() } });

interface Listed {
  readonly asset: { readonly name: string };
  readonly reviewers: readonly string[];
}

await group(accountId, 'Art', member.id);
await group(accountId, 'Sound', owner.id);
const [texture, model, audio] = [await request('texture'), await request('model'), await request('audio')];
await rule('asset:texture @art\nasset:audio @sound');
await prisma.projectMembership.deleteMany({ where: { projectId: project.id } });

async function queue(
  browser: typeof member.browser,
  query = '',
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { body } = await browser.call('GET', `/accounts/${accountId}/approvals${query}`);
  return Object.fromEntries(body.approvals.map(({ asset, reviewers }: Listed) => [asset.name, reviewers]));
}

async function waitsFor(browser: typeof member.browser): Promise<string[]> {
  const { body } = await browser.call('GET', `/accounts/${accountId}/my_work`);
  return body.approvals.map((one: { asset_name: string }) => one.asset_name).toSorted();
}

it('the queue says which group reviews an asset, and shows those of one’s own groups if asked', async () => {
  expect(await queue(member.browser)).toEqual({ [texture]: ['Art'], [model]: [], [audio]: ['Sound'] });
  expect(await queue(member.browser, '?mine=true')).toEqual({ [texture]: ['Art'] });
  expect(await queue(owner.browser, '?mine=true')).toEqual({ [audio]: ['Sound'] });
});

it('what a group of a person reviews waits for them, and what only other groups review does not', async () => {
  expect(await waitsFor(member.browser)).toEqual([texture]);
  await prisma.projectMembership.create({ data: { projectId: project.id, userId: member.id } });
  expect(await waitsFor(member.browser)).toEqual([texture, model].toSorted());
});

it('a group of another account with the same name reviews nothing here', async () => {
  const other = await make.studio();
  await prisma.accountMembership.create({ data: { accountId: other.accountId, userId: owner.id, role: 'owner' } });
  await group(other.accountId, 'Art', owner.id);
  expect(await queue(owner.browser, '?mine=true')).toEqual({ [audio]: ['Sound'] });
});
