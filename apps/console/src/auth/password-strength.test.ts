import { expect, it } from '@jest/globals';
import { isEasilyGuessed } from './password-strength.js';

const ana = ['ana.lindqvist@night-harbor.example', 'Ana Lindqvist', 'Night Harbor'];

it.each([
  ['password12', 'a common password'],
  ['PASSWORD12', 'a common password in capitals'],
  ['p4ssw0rd123', 'a common password spelled with digits'],
  ['passwordpassword', 'a common password twice'],
  ['qwertyuiop', 'a row of the keyboard'],
  ['9876543210', 'a sequence'],
  ['a'.repeat(40), 'a repetition'],
  ['ana.lindqvist@night-harbor.example', 'the address'],
  ['ana.lindqvist', 'the local part of the address'],
  ['ANA LINDQVIST', 'the name'],
  ['lindqvist1', 'a part of the name with a digit'],
  ['nightharbor', 'the studio'],
  ['slipway123', 'the product'],
])('%s is easily guessed: %s', async (password) => {
  expect(await isEasilyGuessed(password, ana)).toBe(true);
});

it.each([
  'correct horse battery',
  'fathom-otter-brass-4821',
  'w7Rk2pQz9d',
  'Lindqvist reads nine papers',
  'ein langes Kennwort',
])('%s is not easily guessed', async (password) => {
  expect(await isEasilyGuessed(password, ana)).toBe(false);
});
