import { describe, expect, it } from '@jest/globals';
import { lookUpFiles } from './likely-fix.js';

describe('a file in a log matches a changed file', () => {
  it.each([
    ['with the path from the root of the repository', 'tools/archive.py'],
    ['in a depot and stream', '//depot/main/tools/archive.py'],
    ['in another case', 'Tools/Archive.py'],
  ])('%s', (_name, changed) => {
    expect(lookUpFiles(['README.md', changed])('/home/ci/ws/tools/archive.py')).toBe(true);
  });

  it('but not if only a file of the same name in another folder changed', () => {
    expect(lookUpFiles(['server/src/archive.py', 'archive.python'])('/home/ci/ws/tools/archive.py')).toBe(false);
  });
});
