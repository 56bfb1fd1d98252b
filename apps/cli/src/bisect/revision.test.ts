import { describe, expect, it } from '@jest/globals';
import { fillRevision, isChangelist, isCommit } from './revision.js';

const sha = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';

describe('fillRevision', () => {
  it('writes the revision wherever the placeholder is', () => {
    expect(fillRevision('p4 sync //...@{revision} && echo {revision}', '4711')).toBe(
      'p4 sync //...@4711 && echo 4711',
    );
    expect(fillRevision("git checkout '{revision}'", sha)).toBe(`git checkout '${sha}'`);
  });

  it.each(['--upload-pack=x', '1; reboot', '$(reboot)', '`x`', "1'", '1"', '1\n2', 'a b', '%PATH%', '1&2', ''])(
    'refuses the revision %j, which a shell or a program could misread',
    (identifier) => {
      expect(() => fillRevision('sync {revision}', identifier)).toThrow('cannot be written into a command');
    },
  );
});

it('a commit and a changelist are told apart', () => {
  expect([sha, '4711', '1234567', 'main'].map(isCommit)).toEqual([true, false, false, false]);
  expect([sha, '4711', '1234567', 'main'].map(isChangelist)).toEqual([false, true, true, false]);
});
