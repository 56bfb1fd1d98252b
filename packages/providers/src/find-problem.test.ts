import { describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { findProblem } from './find-problem.js';

const Numbered = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, pattern: '^[^%]*$' })]);
const Report = Type.Object(
  {
    number: Type.Optional(Numbered),
    name: Type.Optional(Type.String()),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    files: Type.Optional(Type.Array(Type.Object({ path: Type.String() }), { maxItems: 2 })),
  },
  {
    anyOf: [
      { required: ['number'], properties: { number: Numbered } },
      { required: ['name'], properties: { name: Type.String() } },
    ],
  },
);

describe('findProblem', () => {
  it('accepts a matching payload with any additional fields', () => {
    expect(findProblem(Report, { number: 1, extra: { anything: true } })).toBeNull();
  });

  it.each([
    [{}, 'number or name is required'],
    [{ name: 5 }, 'name must be a string'],
    [{ number: 0 }, 'number must be at least 1'],
    [{ number: '' }, 'number must not be empty'],
    [{ number: '%changelist%' }, 'number has an invalid format'],
    [{ number: null }, 'number must be an integer or a string'],
    [{ number: 1, note: 7 }, 'note must be a string'],
    [{ number: 1, files: [{ path: 'a' }, {}] }, 'files.1.path is required'],
    [{ number: 1, files: [{ path: 'a' }, { path: 3 }] }, 'files.1.path must be a string'],
    [{ number: 1, files: [1, 2, 3] }, 'files must have at most 2 items'],
    [[], 'the body must be an object'],
    [null, 'the body must be an object'],
  ])('reports for %j that %s', (payload, problem) => {
    expect(findProblem(Report, payload)).toBe(problem);
  });
});
