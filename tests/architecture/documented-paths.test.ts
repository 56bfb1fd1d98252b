import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkout, filesOf } from './tool.js';

const paths = (await filesOf('.')).map((path) => path.replaceAll('\\', '/'));
const pages = paths.filter((path) => path.endsWith('.md') && !path.includes('/samples/'));

/** Files that a page names in code, often by the end of their path. */
const CODE = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|cjs|md|sql|prisma|sh|ps1|yaml))`/g;
/** Files that a page links to. */
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

const isThere = (end: string) => paths.some((path) => path === end || path.endsWith(`/${end}`));

it.each(pages)('%s names only files that exist', async (page) => {
  const text = await readFile(join(checkout, page), 'utf8');
  const named = [...text.matchAll(CODE)].map(([, path = '']) => path.replace(/^(?:\.\.?\/)+/, ''));
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => posix.join(posix.dirname(page), path));
  const missing = [
    ...named.filter((path) => !isThere(path)),
    ...linked.filter(
      (path) => !paths.some((each) => each === path || each.startsWith(`${path.replace(/\/$/, '')}/`)),
    ),
  ];
  expect(missing).toEqual([]);
});
