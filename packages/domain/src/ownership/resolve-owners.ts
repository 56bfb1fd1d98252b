/** A person or a group. */
export type Owner = { readonly userId: number } | { readonly groupId: number };

/** Who can be named as an owner in an account. */
export interface OwnerDirectory {
  readonly groups: readonly { readonly id: number; readonly slug: string }[];
  readonly people: readonly {
    readonly userId: number;
    readonly name: string;
    readonly email: string;
    /** Their logins in other tools. */
    readonly logins: readonly string[];
  }[];
}

/** A name as it is written after `@`: lowercase words joined by hyphens. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * The owner that a name means: a group, otherwise a person by email address, by a login in another tool or by name. Of
 * `@org/team`, the team counts. Null if it means nobody, or more than one person.
 */
export function resolveOwner(written: string, { groups, people }: OwnerDirectory): Owner | null {
  const slug = slugOf(written.split('/').at(-1) ?? '');
  const group = written.includes('@') ? undefined : groups.find((one) => one.slug === slug);
  if (group !== undefined) return { groupId: group.id };
  const name = written.toLowerCase();
  const rules: ((person: OwnerDirectory['people'][number]) => boolean)[] = [
    ({ email }) => email.toLowerCase() === name,
    ({ logins }) => logins.some((login) => login.toLowerCase() === name),
    (person) => slugOf(person.name) === slug,
  ];
  for (const rule of rules) {
    const [only, ...others] = people.filter(rule);
    if (only !== undefined) return others.length === 0 ? { userId: only.userId } : null;
  }
  return null;
}
