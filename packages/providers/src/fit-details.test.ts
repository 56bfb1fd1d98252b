import { describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { findProblem } from './find-problem.js';
import { fitDetails } from './fit-details.js';
import { detail, detailList, TextDetail } from './shared/fields.js';

const Report = Type.Object({
  id: Type.Integer(),
  author: detail(Type.Object({ login: Type.String(), name: TextDetail })),
  files: detailList(Type.Object({ path: Type.String(), action: TextDetail })),
});

describe('fitDetails', () => {
  it.each([
    ['a detail of a wrong type', { id: 1, author: 'ann' }, { id: 1 }],
    ['a detail without a required field', { id: 1, author: { name: 'Ann' } }, { id: 1 }],
    ['a detail of a detail', { id: 1, author: { login: 'ann', name: 5 } }, { id: 1, author: { login: 'ann' } }],
    ['a list of a wrong type', { id: 1, files: 'a' }, { id: 1 }],
    [
      'entries of a wrong type',
      { id: 1, files: [5, { path: 'a' }, {}, { path: 'b', action: 7 }] },
      { id: 1, files: [{ path: 'a' }, { path: 'b' }] },
    ],
    ['a list whose entries all have a wrong type', { id: 1, files: [5] }, { id: 1 }],
  ])('removes %s', (_, payload, expected) => {
    expect(findProblem(Report, payload)).toBeNull();
    expect(fitDetails(Report, payload)).toBe(true);
    expect(payload).toEqual(expected);
  });

  it.each([{ id: 1 }, { id: 1, author: null, files: null }, { id: 1, author: { login: 'ann' }, files: [] }])(
    'leaves %j unchanged',
    (payload) => {
      const before = structuredClone(payload);
      expect(fitDetails(Report, payload)).toBe(true);
      expect(payload).toEqual(before);
    },
  );

  it('is false for a payload that does not fit', () => {
    expect(fitDetails(Report, { id: 'x', author: 'ann' })).toBe(false);
  });
});
