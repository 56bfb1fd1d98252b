import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkout } from './tool.js';

const page = await readFile(join(checkout, 'infra/docs/operate/security.md'), 'utf8');

/** Every `path` "title" on the page, even across line breaks. */
const cited = [...page.matchAll(/`([^`\s]+\.test\.ts)`\s+"([^"]+)"/g)].map(
  ([, path = '', title = '']) => [path, title.replace(/\s+/g, ' ')] as const,
);

/** The titles of `it`, `describe` and their `each` in a test file: literals that are followed by a function. */
async function titlesIn(path: string): Promise<string[]> {
  const source = await readFile(join(checkout, path), 'utf8');
  return [...source.matchAll(/(['"`])((?:(?!\1).)+)\1,\s+(?:async )?\(/g)].map(([, , title = '']) => title);
}

it('the security page cites tests for its claims', () => {
  expect(cited.length).toBeGreaterThanOrEqual(50);
  // A path that is not followed by a title would go unchecked. The page names its own test without one.
  expect(page.match(/`[^`\s]+\.test\.ts`/g)).toHaveLength(cited.length + 1);
});

it.each(cited)('%s has a test %j', async (path, title) => {
  expect((await titlesIn(path)).filter((each) => each.includes(title))).not.toEqual([]);
});
