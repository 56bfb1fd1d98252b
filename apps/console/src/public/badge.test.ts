import { describe, expect, it } from '@jest/globals';
import { commonRedactor } from '@slipway/domain';
import { drawBadge } from './badge.js';

const filter = { job: undefined };

describe('a badge', () => {
  it.each([
    ['completed', 'passing'],
    ['passed_pending_approval', 'passing'],
    ['failed', 'failing'],
    ['building', 'running'],
  ])('shows a %s build as %s', (status, message) => {
    const svg = drawBadge({ jobName: 'editor-win64', status, isStale: false }, filter, commonRedactor);
    expect(svg).toMatch(/^<svg /);
    expect(svg).toContain(`editor-win64: ${message}`);
  });

  it('shows that nothing was heard of an unfinished build', () => {
    const build = { jobName: 'editor-win64', status: 'building', isStale: true };
    expect(drawBadge(build, filter, commonRedactor)).toContain('editor-win64: stale');
  });

  it('shows that there is no build', () => {
    expect(drawBadge(null, { job: 'nightly' }, commonRedactor)).toContain('nightly: no builds');
  });

  it('escapes markup, removes email addresses and shortens long names', () => {
    const svg = drawBadge(
      {
        jobName: `<script>alert(1)</script> ana@studio.test ${'x'.repeat(200)}`,
        status: 'failed',
        isStale: false,
      },
      filter,
      commonRedactor,
    );
    expect(svg).not.toContain('<script>');
    expect(svg).not.toContain('@studio');
    expect(svg).toContain('…');
  });
});
