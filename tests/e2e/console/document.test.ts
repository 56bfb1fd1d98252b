import { describe, expect, it } from '@jest/globals';
import type { ConsoleSession } from '@slipway/contracts';
import { serveConsole } from './served-console.js';

const { make, database, accountId, project, owner, member, outsider } = await serveConsole();

/** The session in a document. */
function sessionIn(document: string): ConsoleSession {
  const json = /<script type="application\/json" id="session">(.*?)<\/script>/s.exec(document)?.[1];
  return JSON.parse(json ?? 'null');
}

/** The scripts that a document preloads, without the hashes in their names. */
function preloadsIn(document: string): string[] {
  const links = document.matchAll(/<link rel="modulepreload" crossorigin href="\/console\/assets\/([^"]+)"/g);
  return [...links].map(([, file = '']) => file.replace(/-[\w-]{8}\.js$/, ''));
}

describe('the document of a page', () => {
  it('contains the session of its reader, which no cache may store', async () => {
    for (const { id, browser } of [owner, member, outsider]) {
      const { text, headers } = await browser.open('/');
      const { body } = await browser.call('GET', '/session');
      expect(sessionIn(text)).toEqual(body);
      expect(sessionIn(text).user.id).toBe(id);
      expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
  });

  it('keeps names as text, whatever they contain', async () => {
    const name = '</script><script>alert(1)</script><!-- $& $1';
    const { id } = await make.project(accountId);
    await database.prisma.project.update({ where: { id }, data: { name } });
    const { text } = await owner.browser.open('/feed');
    expect(sessionIn(text).projects.find((each) => each.id === id)?.name).toBe(name);
    expect(text).not.toContain('<script>alert');
  });

  it.each([
    ['/', 'home-page'],
    [`/projects/${project.id}/builds`, 'builds-page'],
    [`/projects/${project.id}/builds/12`, 'build-page'],
    [`/projects/${project.id}/builds/compare`, 'compare-page'],
    ['/settings/tokens', 'tokens-page'],
  ])('names the scripts of %s', async (path, script) => {
    const preloads = preloadsIn((await owner.browser.open(path)).text);
    expect(preloads.filter((file) => file.endsWith('-page'))).toEqual([script]);
  });

  it('names scripts that exist', async () => {
    const { text } = await owner.browser.open('/insights');
    const [file] = /\/console\/assets\/metrics-page-[^"]+/.exec(text) ?? [];
    const { status, headers } = await owner.browser.open(file ?? '');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
  });
});
