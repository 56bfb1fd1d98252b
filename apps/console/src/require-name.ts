import { ApiError } from '@slipway/http';

/** A name that somebody typed, on one line; a 422 when nothing is left of it. */
export function requireName(sent: string): string {
  const name = sent.replace(/\p{C}+/gu, ' ').trim();
  if (name === '') throw new ApiError('invalid_parameter', { message: 'Enter a name.' });
  return name;
}

/** The name that was typed to confirm a deletion. */
export function requireConfirmation(typed: string, name: string): void {
  if (typed.trim() !== name.trim())
    throw new ApiError('invalid_parameter', { message: 'The name you typed does not match.' });
}
