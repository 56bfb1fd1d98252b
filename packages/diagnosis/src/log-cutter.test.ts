import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LINES_THAT_MATTER } from './log-cutter.js';

describe('the patterns of lines that matter', () => {
  it.each(['slipway-post.sh', 'report-build.ps1'])('are the same in %s', (script) => {
    const source = readFileSync(new URL(`../../../infra/senders/${script}`, import.meta.url), 'utf8');
    for (const pattern of Object.values(LINES_THAT_MATTER)) expect(source).toContain(pattern);
  });
});
