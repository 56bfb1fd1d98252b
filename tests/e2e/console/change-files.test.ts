import { expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { database, make, project, member, outsider } = await serveConsole();
const { prisma } = database;

const FILES = 4_000;
const { id: changeId } = await make.change(project, { identifier: '88001', fileCount: FILES });
await prisma.changeFile.createMany({
  data: Array.from({ length: FILES }, (_, n) => ({
    changeId,
    path: `//depot/Content/Props/T_${String(n).padStart(5, '0')}.uasset`,
    action: n % 4 === 0 ? ('edit' as const) : ('add' as const),
  })),
});
const path = `/projects/${project.id}/changes/${changeId}`;

it('counts the actions of all files of a change, also of those that it does not list', async () => {
  const { body } = await member.browser.call('GET', path);
  expect(body).toMatchObject({ file_count: FILES, file_actions: { add: 3_000, edit: 1_000, delete: 0, move: 0 } });
  expect(body.files.length).toBeLessThan(FILES);
});

it('finds every file by the words of its path, page by page', async () => {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await member.browser.call('GET', `${path}/files?q=props%20T_039&limit=30${more}`);
    expect(status).toBe(200);
    found.push(...body.files.map((file: { path: string }) => file.path));
    cursor = body.pagination.next_cursor;
  }
  const expected = Array.from(
    { length: 100 },
    (_, n) => `//depot/Content/Props/T_039${String(n).padStart(2, '0')}.uasset`,
  );
  expect(found).toEqual(expected);
});

it('shows no files of a change to people outside the account, nor through another project', async () => {
  expect((await outsider.browser.call('GET', `${path}/files`)).status).toBe(404);
  const other = await make.project(project.accountId);
  const { body } = await member.browser.call('GET', `/projects/${other.id}/changes/${changeId}/files`);
  expect(body.files).toEqual([]);
});
