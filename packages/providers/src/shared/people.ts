import { type Actor, omitEmpty } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { detail, Identifier, TextDetail } from './fields.js';

export const Account = Type.Object({
  id: detail(Identifier),
  name: TextDetail,
  full_name: TextDetail,
  email: TextDetail,
});

/** A person as reported by version control: a line of text, or an account. */
export const Person = Type.Union([Type.String(), Account]);
export type Person = Static<typeof Person>;

/** Converts a person. The account id is preferred to the email address, which may change. */
export function toActor(person: Person | null | undefined): Actor | undefined {
  if (person == null) return undefined;
  if (typeof person === 'string') return actorOfText(person.trim());
  const uid = person.id == null ? person.email?.toLowerCase() : String(person.id);
  const label = person.full_name || person.name || person.email || uid;
  return label ? actor({ label, uid }, person.email) : undefined;
}

/** Builds an actor. The email address is set only if it differs from the uid. */
export function actor(
  { label, uid }: { readonly label: string; readonly uid: string | null | undefined },
  email: string | null | undefined,
): Actor {
  const address = email?.trim().toLowerCase() ?? '';
  const isNew = /.@./.test(address) && address !== uid?.toLowerCase();
  return { label, uid: uid || null, ...omitEmpty<Pick<Actor, 'email'>>({ email: isNew ? address : null }) };
}

/** Reads `Jane Doe <jane@example.com>`, an email address or a login. */
function actorOfText(text: string): Actor | undefined {
  if (text === '') return undefined;
  const open = text.lastIndexOf('<');
  const address = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1).trim() : text;
  const uid = address.includes('@') ? address.toLowerCase() : address;
  return { label: text, uid: uid || null };
}
