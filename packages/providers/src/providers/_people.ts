import { type Actor, omitEmpty } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { Identifier, maybe, OptionalText } from '../fields.js';

/** Someone as version control tells it: a line of text, or an account. */
export const Person = Type.Union([
  Type.String(),
  Type.Object({ id: maybe(Identifier), name: OptionalText, full_name: OptionalText, email: OptionalText }),
]);
export type Person = Static<typeof Person>;

/** Who it is. The account's id goes before its address, which may change. */
export function toActor(person: Person | null | undefined): Actor | undefined {
  if (person == null) return undefined;
  if (typeof person === 'string') return actorOfText(person.trim());
  const uid = person.id == null ? person.email?.toLowerCase() : String(person.id);
  const label = person.full_name || person.name || person.email || uid;
  return label ? actor({ label, uid }, person.email) : undefined;
}

/** An actor, with the address where it says more than the identity does. */
export function actor(
  { label, uid }: { readonly label: string; readonly uid: string | null | undefined },
  email: string | null | undefined,
): Actor {
  const address = email?.trim().toLowerCase() ?? '';
  const adds = /.@./.test(address) && address !== uid?.toLowerCase();
  return { label, uid: uid || null, ...omitEmpty<Pick<Actor, 'email'>>({ email: adds ? address : null }) };
}

/** `Jane Doe <jane@example.com>`, an address or a login. */
function actorOfText(text: string): Actor | undefined {
  if (text === '') return undefined;
  const open = text.lastIndexOf('<');
  const address = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1).trim() : text;
  const uid = address.includes('@') ? address.toLowerCase() : address;
  return { label: text, uid: uid || null };
}
