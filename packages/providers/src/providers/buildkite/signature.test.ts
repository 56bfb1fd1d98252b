import { describe, expect, it } from '@jest/globals';
import { provider } from './index.js';

const request = { rawBody: Buffer.from('{}'), secrets: ['secret'], config: {}, now: 0, toleranceMs: 0 };

describe('an unsigned Buildkite request', () => {
  it('is refused even when no secret is configured', () => {
    expect(provider.signature.checked).toBe('always');
    expect(provider.signature.verify({ ...request, secrets: [], headers: {} })).not.toBeNull();
  });

  it('with the plain token gets instructions for signatures, which do not repeat the token', () => {
    const problem = provider.signature.verify({ ...request, headers: { 'x-buildkite-token': 'plain-value' } });
    expect(problem).toMatch(/X-Buildkite-Signature/);
    expect(problem).not.toContain('plain-value');
  });
});
