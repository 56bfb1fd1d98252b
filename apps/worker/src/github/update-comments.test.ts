import { describe, expect, it } from '@jest/globals';
import { purgeBuildLog } from '@slipway/db';
import type { TestPull } from '@slipway/testing';
import { githubFixture, newSha, REPOSITORY } from './github.fixture.js';

const fixture = await githubFixture();
const { database, github, prisma, newProject, newUpdater, send, attempt, connection, find } = fixture;

/** A project with an open pull request, whose head is a known commit. */
async function newPull() {
  const project = await newProject({ statuses: false, comments: true });
  const sha = newSha();
  await project.commit(sha);
  const pull: TestPull = { repository: REPOSITORY, number: 12, headSha: sha, commits: [sha], state: 'open' };
  github.pulls.push(pull);
  return {
    project,
    sha,
    pull,
    async push(): Promise<string> {
      const next = newSha();
      await project.commit(next);
      pull.commits.push(next);
      pull.headSha = next;
      return next;
    },
    async fail(commit: string, buildNumber: string, finding?: Parameters<typeof find>[2]) {
      await project.build(commit, { buildNumber, status: 'failed' });
      await find(project, buildNumber, finding);
    },
  };
}

const bodies = () => github.comments.map(({ body }) => body);

describe('the comment on a pull request', () => {
  it('shows the cause of a failure with the quoted line and a link', async () => {
    const { project, sha, fail } = await newPull();
    await fail(sha, '7');
    await send();
    const build = await prisma.buildRun.findFirstOrThrow({ where: { projectId: project.id } });
    expect(bodies()).toEqual([
      [
        `<!-- Slipway: https://slipway.test/projects/${project.id} -->`,
        `**1 build failed.** Commit \`${sha.slice(0, 10)}\`.`,
        `#### [Harbor\\-Win64 \\#\u200B7](https://slipway.test/projects/${project.id}/builds/${build.id})`,
        'The compiler reports an error in Boat\\.cpp\\.',
        "```\nerror C2039: 'Sail': is not a member\n```",
        '<sub>Slipway updates this comment when builds end.</sub>',
      ].join('\n\n'),
    ]);
  });

  it('is edited by every later failure and by the pass that follows', async () => {
    const { project, sha, push, fail } = await newPull();
    await fail(sha, '7');
    await send();
    await fail(sha, '8', { diagnosis: 'A test fails.' });
    await send();
    expect(bodies()).toEqual([expect.stringContaining('A test fails')]);
    const next = await push();
    await project.build(next, { buildNumber: '9', status: 'completed' });
    await send();
    expect(bodies()).toEqual([expect.stringContaining(`**No build failed.** Commit \`${next.slice(0, 10)}\``)]);
    expect(await prisma.githubComment.findMany()).toMatchObject([{ showsFailure: false }]);
  });

  it('is not written without a finding, nor for a pass', async () => {
    const { project, sha } = await newPull();
    await project.build(sha, { buildNumber: '1', status: 'failed' });
    await project.build(sha, { buildNumber: '2', status: 'completed' });
    await send();
    expect(github.received).toEqual([]);
  });

  it('shows builds that GitHub ran itself', async () => {
    const { project, sha } = await newPull();
    await project.githubBuild(sha, { buildNumber: '3', status: 'failed' });
    await find(project, '3');
    await send();
    expect(bodies()).toEqual([expect.stringContaining('[CI ')]);
  });

  it('does not go back to an older commit', async () => {
    const { sha, push, fail } = await newPull();
    const next = await push();
    await fail(next, '8');
    await send();
    await fail(sha, '7');
    await send();
    expect(bodies()).toEqual([expect.stringContaining(next.slice(0, 10))]);
  });

  it('is found again if the answer to its creation was lost', async () => {
    const { project, sha, fail } = await newPull();
    await fail(sha, '7');
    await send();
    // As if the worker had been killed before it stored the comment's id.
    await prisma.githubComment.deleteMany();
    await fail(sha, '8', { diagnosis: 'A test fails.' });
    await send();
    expect(bodies()).toEqual([expect.stringContaining('A test fails')]);
    expect(await prisma.githubComment.count({ where: { integrationId: project.integrationId } })).toBe(1);
  });

  it('is found again, and edited, if the answer was lost and only passes follow', async () => {
    const { project, sha, push, fail } = await newPull();
    await fail(sha, '7');
    github.loseAnswers(({ method, path }) => method === 'POST' && path.endsWith('/comments'));
    await attempt(newUpdater({ timeoutMs: 200 }));
    github.loseAnswers(null);
    expect(bodies()).toEqual([expect.stringContaining('1 build failed')]);
    await project.build(await push(), { buildNumber: '8', status: 'completed' });
    await send();
    expect(bodies()).toEqual([expect.stringContaining('No build failed')]);
    expect(await prisma.githubComment.findMany()).toMatchObject([{ showsFailure: false }]);
  });

  it('that GitHub never created is forgotten once no build fails', async () => {
    const { project, sha, push, fail } = await newPull();
    await fail(sha, '7');
    github.override(({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? 'reset' : undefined));
    await attempt();
    github.override(null);
    await project.build(await push(), { buildNumber: '8', status: 'completed' });
    await send();
    expect([bodies(), await prisma.githubComment.count()]).toEqual([[], 0]);
  });

  it('is found again behind one that somebody copied from it', async () => {
    const { project, sha, fail, pull } = await newPull();
    const copy = `<!-- Slipway: https://slipway.test/projects/${project.id} --> Looks fine.`;
    github.comments.push({
      id: 1,
      pull: pull.number,
      body: copy,
      user: { id: 1 },
      performed_via_github_app: null,
    });
    await fail(sha, '7');
    await send();
    await prisma.githubComment.deleteMany();
    await fail(sha, '8', { diagnosis: 'A test fails.' });
    await send();
    expect(bodies()).toEqual([copy, expect.stringContaining('A test fails')]);
  });

  it('is found among hundreds of others', async () => {
    const { sha, fail, pull } = await newPull();
    for (let id = 1; id <= 250; id += 1)
      github.comments.push({
        id,
        pull: pull.number,
        body: 'LGTM',
        user: { id: 1 },
        performed_via_github_app: null,
      });
    await fail(sha, '7');
    await send();
    await prisma.githubComment.deleteMany();
    await fail(sha, '8');
    await send();
    expect(github.comments).toHaveLength(251);
  });

  it('is never that of somebody else who copied its beginning', async () => {
    const { project, sha, fail, pull } = await newPull();
    const body = `<!-- Slipway: https://slipway.test/projects/${project.id} --> Looks fine.`;
    github.comments.push({ id: 1, pull: pull.number, body, user: { id: 1 }, performed_via_github_app: null });
    await fail(sha, '7');
    await send();
    expect(bodies()).toEqual([body, expect.stringContaining('1 build failed')]);
  });

  it('is written again if somebody deleted it', async () => {
    const { sha, fail } = await newPull();
    await fail(sha, '7');
    await send();
    github.comments.length = 0;
    await fail(sha, '8');
    await send();
    expect(github.comments).toHaveLength(1);
  });

  it('is not written to a closed pull request', async () => {
    const { sha, fail, pull } = await newPull();
    pull.state = 'closed';
    await fail(sha, '7');
    await send();
    expect(github.comments).toEqual([]);
  });

  it('mentions nobody, links nothing and contains no credential, whatever the log says', async () => {
    const { sha, fail } = await newPull();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const hostile = `@everyone see #1, GH-2 [x](https://evil.test) <img src=x> ${secret} dev@studio.test`;
    await fail(sha, '7', { diagnosis: hostile, line: `\`\`\` @everyone ${secret}` });
    await send();
    const [body = ''] = bodies();
    expect(body).not.toContain(secret);
    expect(body).not.toContain('dev@studio.test');
    expect(body).toContain(
      '\\@\u200Beveryone see \\#\u200B1\\, GH\\-\u200B2 \\[x\\]\\(https\\:\u200B\\/\\/evil\\.test\\) \\<img',
    );
    expect(body).toContain('````\n``` @everyone');
  });

  it('no longer quotes a log that was purged', async () => {
    const { project, sha, fail } = await newPull();
    await fail(sha, '7', { line: 'a quoted secret' });
    await send();
    expect(bodies()).toEqual([expect.stringContaining('a quoted secret')]);
    const { id } = await prisma.buildRun.findFirstOrThrow({ where: { projectId: project.id } });
    await database.modelTransaction((tx) =>
      purgeBuildLog(tx, {
        projectId: project.id,
        buildRunId: Number(id),
        userId: project.userId,
        now: new Date(),
      }),
    );
    await send();
    expect(bodies()).toEqual([expect.not.stringContaining('a quoted secret')]);
  });

  it('is repeated after a rate limit in the middle, without a second comment', async () => {
    const { project, sha, fail } = await newPull();
    await fail(sha, '7');
    github.override(({ method }) =>
      method === 'POST' ? { status: 403, headers: { 'retry-after': '60' } } : undefined,
    );
    await attempt();
    expect(github.comments).toEqual([]);
    expect(await connection(project.integrationId)).toMatchObject({ failures: 0, pausedAt: null });
    github.override(null);
    await send();
    expect(github.comments).toHaveLength(1);
  });
});
