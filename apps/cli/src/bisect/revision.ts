import { CliError } from '../cli-error.js';

const CHANGELIST = /^\d{1,15}$/;
const COMMIT = /^[0-9a-f]{7,64}$/i;
/** Characters that neither a shell nor a program treats specially, wherever in a word or in quotes they are. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.:@/+-]*$/;

const PLACEHOLDER = '{revision}';

export const isChangelist = (identifier: string) => CHANGELIST.test(identifier);

export const isCommit = (identifier: string) => COMMIT.test(identifier) && !isChangelist(identifier);

/**
 * Writes a revision into a line for a shell. Identifiers come from reports, and no way to quote them suits every shell
 * and a placeholder that is in quotes already, so one that would need quotes is refused.
 */
export function fillRevision(template: string, identifier: string): string {
  if (!PLAIN.test(identifier))
    throw new CliError(`The revision ${JSON.stringify(identifier)} cannot be written into a command.`, {
      hint: 'Use a script as --sync: it finds the revision in SLIPWAY_REVISION.',
    });
  return template.replaceAll(PLACEHOLDER, identifier);
}

export const hasPlaceholder = (template: string) => template.includes(PLACEHOLDER);
