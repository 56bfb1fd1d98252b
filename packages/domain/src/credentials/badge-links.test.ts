import { describe, expect, it } from '@jest/globals';
import { createBadgeLinks } from './badge-links.js';

const links = createBadgeLinks(['a secret of some length']);
const badge = { projectId: 12, version: 1 };

describe('a badge link', () => {
  it('is accepted only for its own project and version', () => {
    const token = links.tokenOf(badge);
    expect(links.projectIdOf(token)).toBe(12);
    expect(links.accepts(token, badge)).toBe(true);
    expect(links.accepts(token, { ...badge, version: 2 })).toBe(false);
    expect(links.accepts(token, { ...badge, projectId: 13 })).toBe(false);
    expect(createBadgeLinks(['another secret']).accepts(token, badge)).toBe(false);
  });

  it('is accepted for as long as its secret is accepted', () => {
    const token = links.tokenOf(badge);
    const rotated = createBadgeLinks(['another secret', 'a secret of some length']);
    expect(rotated.accepts(token, badge)).toBe(true);
    expect(rotated.accepts(token, { ...badge, version: 2 })).toBe(false);
    expect(rotated.tokenOf(badge)).toBe(createBadgeLinks(['another secret']).tokenOf(badge));
  });

  it.each(['', '12', '0-x', `99999999999-${'A'.repeat(43)}`, `12-${'A'.repeat(42)}`, `x-${'A'.repeat(43)}`])(
    'names no project when it is %j',
    (token) => {
      expect(links.projectIdOf(token)).toBeNull();
    },
  );
});
