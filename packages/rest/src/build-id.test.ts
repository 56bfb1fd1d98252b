import { expect, it } from '@jest/globals';
import { readBuildId } from './rest-services.js';

it('every process of a release has the id that the build wrote', () => {
  expect(readBuildId()).toMatch(/^[\w-]{43}$/);
  expect(readBuildId()).toBe(readBuildId());
});

it('code that was never built has another id in every process', () => {
  const missing = new URL('no-such-file', import.meta.url);
  expect(readBuildId(missing)).not.toBe(readBuildId(missing));
});
