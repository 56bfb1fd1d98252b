import { expect, it } from '@jest/globals';
import { createInvitationLinks, createResetLinks } from './signed-links.js';

const ID = '0b9c2f64-7f0e-4c55-9f83-0d5d1d9f0a11';
const token = createResetLinks(['before']).tokenOf(ID);

it('a link in a mail is accepted for as long as its secret is', () => {
  expect(createResetLinks(['after', 'before']).read(token)).toBe(ID);
  expect(createResetLinks(['after']).read(token)).toBeNull();
});

it('a link is invalid for any other purpose, whichever secret signed it', () => {
  expect(createInvitationLinks(['after', 'before']).read(token)).toBeNull();
});

it('new links are signed with the current secret', () => {
  expect(createResetLinks(['after', 'before']).tokenOf(ID)).toBe(createResetLinks(['after']).tokenOf(ID));
});
