import { describe, expect, it } from '@jest/globals';
import { editTask, isSameTask, NEW_TASK, type TaskEdit } from './task-edit.js';

const edit = (fields: Partial<TaskEdit>) => fields as TaskEdit;
const task = { ...NEW_TASK, title: 'Dock', labels: ['co-op'], metadata: { a: 1, b: { c: 2 } } };

describe('editTask', () => {
  it('does not change fields that were not sent', () => {
    expect(editTask(task, edit({}))).toEqual(task);
    expect(editTask(task, edit({ state: 'blocked' }))).toEqual({ ...task, state: 'blocked' });
  });

  it.each([
    [{ assigneeHandle: 'bot' }, { assigneeHandle: 'bot', userId: null }],
    [
      { assigneeHandle: 'bot', userId: null },
      { assigneeHandle: 'bot', userId: null },
    ],
    [{ assigneeHandle: null }, { assigneeHandle: null, userId: 7 }],
    [{ userId: null }, { assigneeHandle: null, userId: null }],
    [
      { userId: 8, assigneeHandle: null },
      { assigneeHandle: null, userId: 8 },
    ],
  ])('applied to a task of member 7, %j results in %j', (fields, expected) => {
    expect(editTask({ ...task, userId: 7 }, edit(fields))).toMatchObject(expected);
  });

  it.each([
    [{ userId: 7 }, { assigneeHandle: null, userId: 7 }],
    [{ userId: null }, { assigneeHandle: 'bot', userId: null }],
    [
      { assigneeHandle: null, userId: null },
      { assigneeHandle: null, userId: null },
    ],
  ])('applied to a task of agent bot, %j results in %j', (fields, expected) => {
    expect(editTask({ ...task, assigneeHandle: 'bot' }, edit(fields))).toMatchObject(expected);
  });

  it.each([
    ['', 'b', 'b'],
    ['a', 'b', 'a\nb'],
    ['a\n', 'b', 'a\nb'],
  ])('%j with %j appended is %j', (description, descriptionAppend, expected) => {
    expect(editTask({ ...task, description }, edit({ descriptionAppend })).description).toBe(expected);
    expect(editTask(task, edit({ description, descriptionAppend })).description).toBe(expected);
  });
});

describe('isSameTask', () => {
  it('ignores the order of metadata keys but not of labels', () => {
    expect(isSameTask(task, { ...task, metadata: { b: { c: 2 }, a: 1 } })).toBe(true);
    expect(isSameTask({ ...task, labels: ['a', 'b'] }, { ...task, labels: ['b', 'a'] })).toBe(false);
    expect(isSameTask(task, { ...task, userId: 1 })).toBe(false);
  });
});
