import { invalidField } from '../../invalid-field.js';

/** Refuses a text that is neither empty nor the address of a server. */
export function requireWebUrl(field: string, text: string | undefined): void {
  if (!text) return;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== null && isWeb && url.username === '' && url.password === '') return;
  const message =
    url !== null && isWeb
      ? 'must not contain credentials: they have fields of their own'
      : 'must be an http or https URL';
  throw invalidField(field, message);
}
