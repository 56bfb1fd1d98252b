import { describe, expect, it } from '@jest/globals';
import { filesAgainst } from './planted-lint.js';

const source = 'export const port = process.env.PORT;\n';
const forbidden = [
  'apps/api/src/app.ts',
  'apps/worker/src/main.ts',
  'packages/domain/src/port.ts',
  'packages/queue/src/port.ts',
  'packages/testing/src/database.ts',
  'prisma/src/port.ts',
];
const allowed = [
  'apps/cli/src/main.ts',
  'apps/worker/src/launch.ts',
  'infra/start.mjs',
  'packages/runtime/src/config.ts',
];

describe('process.env', () => {
  it('is read only where settings are loaded', async () => {
    const files = Object.fromEntries([...forbidden, ...allowed].map((file) => [file, source]));
    expect(await filesAgainst('style/noProcessEnv', files)).toEqual(forbidden);
  });
});
