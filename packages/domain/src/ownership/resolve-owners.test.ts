import { expect, it } from '@jest/globals';
import { resolveOwner, slugOf } from './resolve-owners.js';

const person = (userId: number, name: string, logins: string[] = []) => ({
  userId,
  name,
  email: `user${userId}@studio.example`,
  logins,
});
const directory = {
  groups: [{ id: 3, slug: 'rendering' }],
  people: [
    person(1, 'Ana Lima', ['alima']),
    person(2, 'Bo'),
    person(4, 'Bo'),
    person(5, 'Zoë Ørsted', ['Rendering']),
  ],
};

it.each([
  ['rendering', { groupId: 3 }],
  ['studio/Rendering', { groupId: 3 }],
  ['ALIMA', { userId: 1 }],
  ['ana-lima', { userId: 1 }],
  ['user2@studio.example', { userId: 2 }],
  ['zoe-ørsted', { userId: 5 }],
  ['bo', null],
  ['nobody', null],
  ['user9@studio.example', null],
])('%s', (written, expected) => {
  expect(resolveOwner(written, directory)).toEqual(expected);
});

it('a name becomes words joined by hyphens', () => {
  expect(['Core & Tools', '  QA ', 'Équipe 2', '!!'].map(slugOf)).toEqual(['core-tools', 'qa', 'equipe-2', '']);
});
