import { describe, expect, it } from '@jest/globals';
import type { Task, TaskState } from '@slipway/contracts';
import { columnsOf, neighbourOf } from './board-columns.js';

const task = (id: number, state: TaskState) => ({ id, state, created_at: `2026-11-${10 + id}` }) as Task;

describe('columnsOf', () => {
  it('shows a task that was just moved only once, in its new column', () => {
    const moved = task(1, 'blocked');
    const columns = columnsOf([moved, task(2, 'blocked'), moved]);
    expect(columns.get('blocked')?.map(({ id }) => id)).toEqual([2, 1]);
    expect(columns.get('to_do')).toEqual([]);
  });
});

describe('neighbourOf', () => {
  const first = task(5, 'to_do');
  const second = task(4, 'to_do');
  const done = task(3, 'completed');
  const columns = columnsOf([first, second, done]);

  it.each([
    ['ArrowDown', first, second],
    ['k', second, first],
    ['ArrowUp', first, undefined],
    ['ArrowRight', second, done],
    ['ArrowLeft', done, first],
    ['ArrowRight', done, undefined],
  ])('%s skips empty columns', (key, from, to) => {
    expect(neighbourOf(columns, from, key)).toEqual(to);
  });
});
