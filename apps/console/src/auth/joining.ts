import { BUILD_TYPES } from '@slipway/contracts';
import { isDatabaseOutage, type NewAccount } from '@slipway/db';

export const EMAIL = /^[^\s\p{C}@<>]+@[^\s\p{C}@<>]+$/u;

type Values = Readonly<Record<string, string>>;

/** The fields of a form, each on one line. A form field may contain any character, including NUL. */
export function readValues(form: URLSearchParams): Values {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replace(/\p{C}+/gu, ' ').trim()]));
}

const LABELS = { account_name: 'the studio name', project_name: 'the project name', name: 'your name' } as const;

/** What is wrong with the names in a form; null if nothing is. */
export function accountProblem(values: Values, fields: readonly (keyof typeof LABELS)[]): string | null {
  for (const field of fields) {
    const { length } = [...(values[field] ?? '')];
    if (length === 0) return `Enter ${LABELS[field]}.`;
    if (length > 100) return `Shorten ${LABELS[field]} to at most 100 characters.`;
  }
  return null;
}

export function newAccountOf(values: Values): NewAccount {
  return {
    accountName: values['account_name'] ?? '',
    projectName: values['project_name'] ?? '',
    engine: BUILD_TYPES.find((engine) => engine === values['engine']) ?? 'custom',
  };
}

/**
 * Signs in a user who has just joined, and returns where to send them. If the session cannot be stored, they have still
 * joined, and sign in themselves.
 */
export async function afterJoining(signIn: () => Promise<void>): Promise<'/' | '/sign-in'> {
  try {
    await signIn();
    return '/';
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return '/sign-in';
  }
}
