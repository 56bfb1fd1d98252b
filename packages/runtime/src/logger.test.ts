import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';

function logged(error: unknown) {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
  logger.error({ err: error }, 'failed');
  const [line = ''] = lines;
  return { line, err: JSON.parse(line).err };
}

describe('an error in the log', () => {
  it('names what failed and where, but quotes no database row', () => {
    const error = Object.assign(new Error('violates check constraint "poison"'), {
      code: '23514',
      table: 'changes',
      detail: 'Failing row contains (7, Jane Doe, jane@studio.test).',
      where: 'COPY changes, line 1: "jane@studio.test"',
    });
    const { line, err } = logged(error);
    expect(err).toMatchObject({ type: 'Error', message: error.message, code: '23514', table: 'changes' });
    expect(err.stack).toContain('logger.test.ts');
    expect(line).not.toMatch(/Jane|studio/);
  });

  it('contains no email address or credential, not even in its causes', () => {
    const cause = new Error('invalid input syntax: "jane@studio.test"');
    const { line, err } = logged(new Error('refused https://ci:hunter2@ci.test', { cause }));
    expect(line).not.toMatch(/@studio|hunter2/);
    expect(err.message).toContain('invalid input syntax');
  });

  it('may be any thrown value', () => {
    expect(logged('plain').err).toBe('plain');
  });
});
