import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../text/any-character.fixture.js';
import { createCursorCodec, type Position } from './cursor.js';

const cursors = createCursorCodec(['a-secret-for-tests']);
const binding = { list: '/v1/x', scope: '7', filters: { state: ['to_do'] } };

const position: fc.Arbitrary<Position> = fc
  .record({
    at: fc.integer({ min: -4_102_444_800_000, max: 4_102_444_800_000 }),
    kind: fc.constantFrom('', 'task', 'build_run'),
    id: fc.oneof(
      fc.uuid(),
      fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map((id) => id.toString()),
    ),
    from: fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 }), { nil: undefined }),
  })
  .map(({ from, ...rest }) => (from === undefined ? rest : { ...rest, from }));

describe('cursor codec', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(position, (sealed) => {
        expect(cursors.open(binding, cursors.seal(binding, sealed))).toEqual(sealed);
      }),
    );
  });

  it('refuses a cursor from another list, scope, filter or secret', () => {
    const cursor = cursors.seal(binding, { at: 1, id: '2' });
    for (const other of [
      { ...binding, list: '/v1/y' },
      { ...binding, scope: '8' },
      { ...binding, filters: { state: ['blocked'] } },
    ]) {
      expect(cursors.open(other, cursor)).toBeNull();
    }
    expect(createCursorCodec(['another-secret']).open(binding, cursor)).toBeNull();
  });

  it('accepts cursors of every accepted secret, and writes with the first', () => {
    const rotated = createCursorCodec(['another-secret', 'a-secret-for-tests']);
    expect(rotated.open(binding, cursors.seal(binding, { at: 1, id: '2' }))).toMatchObject({ at: 1, id: '2' });
    expect(cursors.open(binding, rotated.seal(binding, { at: 1, id: '2' }))).toBeNull();
  });

  it('refuses a cursor with any character changed, and any other text', () => {
    const cursor = cursors.seal(binding, { at: 1_800_000_000_000, kind: 'task', id: '42', from: 5 });
    for (const [index, character] of [...cursor].entries()) {
      const changed = cursor.slice(0, index) + (character === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      expect(cursors.open(binding, changed)).toBeNull();
    }
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => cursors.open(binding, text) === null));
  });
});
