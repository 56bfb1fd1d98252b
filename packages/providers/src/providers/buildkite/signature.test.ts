import { describe, expect, it } from '@jest/globals';
import { provider } from './index.js';

const request = { rawBody: Buffer.from('{}'), secrets: ['secret'], config: {}, now: 0 };

describe('an unsigned request of Buildkite', () => {
  it('is refused even where no secret is configured', () => {
    expect(provider.signature.required).toBe(true);
    expect(provider.signature.verify({ ...request, secrets: [], headers: {} })).not.toBeNull();
  });

  it('is told how to switch to signatures when it carries the plain token, which is not repeated', () => {
    const problem = provider.signature.verify({ ...request, headers: { 'x-buildkite-token': 'plain-value' } });
    expect(problem).toMatch(/X-Buildkite-Signature/);
    expect(problem).not.toContain('plain-value');
  });
});
