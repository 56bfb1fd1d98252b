import Type, { type Static } from 'typebox';
import { MaybeTimestamp, orNull, Timestamp } from '../fields.js';

export const AuthContext = Type.Object(
  {
    actor_type: Type.Literal('user'),
    user_id: Type.Integer(),
    account_id: orNull(Type.Integer()),
    scopes: Type.Array(Type.String()),
    token: Type.Object({ name: Type.String(), prefix: Type.String(), expires_at: MaybeTimestamp }),
  },
  { title: 'AuthContext' },
);
export type AuthContext = Static<typeof AuthContext>;

export const IssuedToken = Type.Object(
  {
    token: Type.String(),
    token_type: Type.Literal('bearer'),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    actor: Type.Object({ user_id: Type.Integer(), email: Type.String() }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'IssuedToken' },
);
export type IssuedToken = Static<typeof IssuedToken>;
