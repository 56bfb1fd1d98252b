import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { taskPath } from '../web/web-paths.js';
import { canonicalKey, nativeTaskIds, trackerKeys } from './tracker-keys.js';

const BASE_URL = 'https://slipway.studio.test';

describe('trackerKeys', () => {
  it.each([
    ['Fixes HARB-123 and TID_2-7.', ['HARB-123', 'TID_2-7']],
    ['https://studio.atlassian.net/browse/HARB-9?focus=1', ['HARB-9']],
    ['https://linear.app/studio/issue/TID-31/dock-collision', ['TID-31']],
    ['feature/HARB-12-dock', ['HARB-12']],
    ["Merge branch 'feature-LNR-7' into main", ['LNR-7']],
    ["Merge branch 'LNR-7_fix'", ['LNR-7']],
    ["Merge branch 'feature_LNR-7'", ['LNR-7']],
    ['wip_lnr-7', ['WIP_LNR-7', 'LNR-7']],
    ['fixes lnr-7, Lnr-8', ['LNR-7', 'LNR-8']],
    ['Merge pull request #3 from studio/ana/lnr-7-fix-hero', ['LNR-7']],
    ['xHARB-12', ['XHARB-12']],
    ['HARB-2 after lnr-1', ['HARB-2', 'LNR-1']],
    ['see studio/harbor.game#45, (studio/harbor#6)', ['studio/harbor.game#45', 'studio/harbor#6']],
    ['Studio/Harbor#6 and studio/harbor#6', ['studio/harbor#6']],
    ['http://www.GitHub.com/Studio/Harbor/pull/45', ['studio/harbor#45']],
    ['http://trello.com/c/aB3dE6gH, https://www.trello.com/c/xY3dE6gH', ['aB3dE6gH', 'xY3dE6gH']],
    ['https://github.com/studio/harbor/issues/45#issuecomment-1', ['studio/harbor#45']],
    ['https://trello.com/c/aB3dE6gH/12-dock', ['aB3dE6gH']],
    ['https://studio.monday.com/boards/11/pulses/1234567890', ['1234567890']],
    ['https://studio.monday.com/boards/11/views/3/pulses/77', ['77']],
    ['https://app.asana.com/0/120/1209876543210987/f', ['1209876543210987']],
    ['https://app.asana.com/1/9/project/120/task/1209876543210987', ['1209876543210987']],
    ['HARB-1 again HARB-1', ['HARB-1']],
  ])('finds the keys in %s', (text, keys) => {
    expect(trackerKeys(text)).toEqual(keys);
  });

  it.each([
    'task-12',
    'Task-12',
    'fix_task-12',
    'A-12',
    'ELEVENCHARS-1',
    'HARB-0',
    'HARB-12x',
    'éHARB-12',
    'X-HARB-12x',
    '#12',
    'docs/a/b#1',
    'https://trello.com.evil.test/c/aB3dE6gH',
    'https://app.asana.com/0/120/list',
  ])('finds no key in %s', (text) => {
    expect(trackerKeys(text)).toEqual([]);
  });

  it.each([
    ['Turn the tide (#12)', ['studio/harbor#12']],
    ['Fixes #7, studio/reef#8 and HARB-1', ['HARB-1', 'studio/reef#8', 'studio/harbor#7']],
    ['Merge pull request #12 from studio/tide\n\n#12', ['studio/harbor#12']],
    ['Closes GH-88 and gh-89', ['GH-88', 'studio/harbor#88', 'studio/harbor#89', 'GH-89']],
    ['colour #12ab00, &#39; page.html#4, C#7, ##3', []],
  ])('finds the keys in %s in a commit of studio/harbor', (text, keys) => {
    expect(trackerKeys(text, 'studio/harbor')).toEqual(keys);
  });

  it.each(['', 'dv.repo.7d0c', '//depot/main', 'a/b/c'])(
    'finds no key for #12 in a change of %j',
    (repository) => {
      expect(trackerKeys('see #12', repository)).toEqual([]);
    },
  );

  it('finds the same key for #12 whatever the case of the repository', () => {
    expect(trackerKeys('see #12', 'Studio/Harbor')).toEqual(['studio/harbor#12']);
  });

  it('prefers keys in upper case when there are more than 50', () => {
    const words = Array.from({ length: 80 }, (_, index) => `mesh-${index + 1}`).join(' ');
    const keys = trackerKeys(`${words} HARB-1 https://trello.com/c/aB3dE6gH #2`, 'studio/harbor');
    expect(keys.slice(0, 3)).toEqual(['HARB-1', 'aB3dE6gH', 'studio/harbor#2']);
    expect(keys).toHaveLength(50);
  });

  it('stops at 50 keys', () => {
    const text = Array.from({ length: 80 }, (_, index) => `HARB-${index + 1}`).join(' ');
    expect(trackerKeys(text)).toHaveLength(50);
  });

  it.each(['A', 'AB-', 'A-1', 'A-1A-1', 'ab1-', '_a', 'a/', 'a/b', 'https://app.asana.com/0/', '9', 'task-'])(
    'finds no key in 256 KB of %s in linear time',
    (piece) => {
      const text = piece.repeat(Math.ceil(262_144 / piece.length));
      expect(trackerKeys(text)).toEqual([]);
      expect(nativeTaskIds(text, BASE_URL)).toEqual([]);
    },
  );

  it('finds keys in any text, each once, and finds each key again in itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('HARB-', 'lnr-', '_', 'A1', '/', '#', '12', ' ', 'https://', 'é')),
        (parts) => {
          const keys = trackerKeys(parts.join(''));
          expect(new Set(keys).size).toBe(keys.length);
          for (const key of keys) expect(trackerKeys(key)).toContain(key);
        },
      ),
    );
  });
});

describe('canonicalKey', () => {
  it.each([
    ['lnr-7', 'LNR-7'],
    ['Tid_2-7', 'TID_2-7'],
    ['Studio/Harbor-2#12', 'studio/harbor-2#12'],
    ['aB3dE6gH', 'aB3dE6gH'],
    ['1209876543210987', '1209876543210987'],
    ['İé#1', 'İé#1'],
    ['', ''],
  ])('converts %s to %s', (key, canonical) => {
    expect(canonicalKey(key)).toBe(canonical);
    expect(canonicalKey(canonical)).toBe(canonical);
  });
});

describe('nativeTaskIds', () => {
  it.each([
    ['task-12: dock. Task-13, (task-14)', [12, 13, 14]],
    [`see ${BASE_URL}${taskPath(1, 5)}, ${BASE_URL}${taskPath(1, 6)}?tab=links`, [5, 6]],
    ['task-7 task-7', [7]],
  ])('finds the tasks in %s', (text, ids) => {
    expect(nativeTaskIds(text, BASE_URL)).toEqual(ids);
  });

  it.each(['#12', 'TASK-12', 'subtask-12', 'task-12a', 'task-0', 'task-99999999999', taskPath(1, 5)])(
    'finds no task in %s',
    (text) => {
      expect(nativeTaskIds(text, BASE_URL)).toEqual([]);
    },
  );
});
