import { describe, expect, it } from '@jest/globals';
import { fileTree } from './file-tree.js';

const edit = (path: string) => ({ path, action: 'edit' as const });

describe('fileTree', () => {
  it('puts folders before files and joins nested single folders into one row', () => {
    const [depot] = fileTree(
      ['//depot/main/A.cpp', '//depot/main/Maps/Harbor/B.umap', '//depot/main/C.h'].map(edit),
    );
    expect(depot).toMatchObject({ name: 'depot/main', fileCount: 3 });
    expect(depot?.children.map(({ name }) => name)).toEqual(['Maps/Harbor', 'A.cpp', 'C.h']);
  });

  it('keeps the whole path and the action of every file', () => {
    const [file] = fileTree([{ path: 'README.md', action: 'delete' }]);
    expect(file).toEqual({ name: 'README.md', path: 'README.md', action: 'delete', children: [], fileCount: 1 });
  });

  it('accepts a file and a folder with the same name', () => {
    expect(fileTree(['x', 'x/y'].map(edit)).map(({ children }) => children.length)).toEqual([1, 0]);
  });
});
