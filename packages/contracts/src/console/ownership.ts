import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { MaybeTimestamp, orNull } from '../fields.js';
import { oneOf, textParameter } from '../parameters.js';
import { OWNED_KINDS } from '../values.js';

const MAX_TEXT = 200_000;

/** What is wrong with a line of the rules. */
const OwnershipFlaw = Type.Object({ line: Type.Integer(), message: Type.String() });
export type OwnershipFlaw = Static<typeof OwnershipFlaw>;

const CheckedOwnership = Type.Object({
  rules: Type.Integer(),
  /** The first of them. */
  flaws: Type.Array(OwnershipFlaw),
  flaw_count: Type.Integer(),
});

/** Who owns which files, jobs, tests and assets of a project. */
export const Ownership = Type.Object({
  ...CheckedOwnership.properties,
  text: Type.String(),
  saved_at: MaybeTimestamp,
  saved_by: orNull(Type.String()),
});
export type Ownership = Static<typeof Ownership>;

export const getOwnership = describeConsole({
  name: 'getOwnership',
  method: 'GET',
  path: '/projects/:project_id/ownership',
  response: Ownership,
});

const body = describeBody(
  null,
  { text: required(textField({ max: MAX_TEXT })) },
  { text: '/Source/Fog/ @rendering\n' },
);

export const checkOwnership = describeConsole({
  name: 'checkOwnership',
  method: 'POST',
  path: '/projects/:project_id/ownership/check',
  body,
  response: CheckedOwnership,
});

export const saveOwnership = describeConsole({
  name: 'saveOwnership',
  method: 'POST',
  path: '/projects/:project_id/ownership',
  role: 'owner',
  writes: true,
  audit: 'project.set_ownership',
  body,
  response: Ownership,
});

export const findOwner = describeConsole({
  name: 'findOwner',
  method: 'GET',
  path: '/projects/:project_id/ownership/owner',
  query: {
    kind: oneOf('kind', OWNED_KINDS, 'What the name is of.'),
    name: textParameter('A path, an asset type, a job or a test.'),
  },
  response: Type.Object({
    /** The rule that decides; null if none matches. */
    rule: orNull(Type.Object({ line: Type.Integer(), pattern: Type.String() })),
    owners: Type.Array(Type.Object({ name: Type.String(), on_call: orNull(Type.String()) })),
  }),
});
