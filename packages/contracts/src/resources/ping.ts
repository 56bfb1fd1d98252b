import Type, { type Static } from 'typebox';
import { MaybeTimestamp } from '../fields.js';

export const Ping = Type.Object(
  {
    status: Type.Literal('ok'),
    token: Type.Object({
      name: Type.String(),
      prefix: Type.String(),
      scopes: Type.Array(Type.String()),
      expires_at: MaybeTimestamp,
    }),
  },
  { title: 'Ping' },
);
export type Ping = Static<typeof Ping>;
