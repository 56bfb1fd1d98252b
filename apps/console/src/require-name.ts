import { invalidField } from './invalid-field.js';

/** Puts a typed name on one line; throws a 422 if nothing is left of it. */
export function requireName(sent: string, field = 'name'): string {
  const name = sent.replace(/\p{C}+/gu, ' ').trim();
  if (name === '') throw invalidField(field, 'Enter a name.');
  return name;
}

export function requireConfirmation(typed: string, name: string): void {
  if (typed.trim() !== name.trim()) throw invalidField('name', 'The name you typed does not match.');
}
