import Type, { type TProperties, type TSchema } from 'typebox';
import { CLOSED_SETS } from './codec.js';
import { API_ERRORS, type ApiErrorCode } from './errors.js';

const texts = Type.Array(Type.String());
const retryAfter = { retry_after: Type.Integer({ minimum: 1, description: 'Seconds, as in Retry-After.' }) };

/** Additional fields of an error body, besides `error` and `message`. */
const EXTRA_FIELDS: Partial<Record<ApiErrorCode, TProperties>> = {
  ...Object.fromEntries(Object.values(CLOSED_SETS).map(({ code, listed }) => [code, { [listed]: texts }])),
  insufficient_credits: { credits_required: Type.Integer(), credits_available: Type.Integer() },
  insufficient_scope: { required_scope: Type.String(), token_scopes: texts },
  network_not_allowed: {
    ip_address: Type.String({ description: 'Where the service sees the request coming from.' }),
  },
  demo_read_only: {
    reason: Type.Enum(['trial_expired', 'demo']),
    upgrade_url: Type.Optional(Type.String({ description: 'Only for trial_expired.' })),
  },
  plan_required: { upgrade_url: Type.String() },
  invalid_parameter: {
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'Every problem in the request body.',
      }),
    ),
  },
  invalid_assignee: { expected_format: Type.String() },
  invalid_event_type: { valid_event_types: texts },
  rate_limited: retryAfter,
  daily_limit_reached: retryAfter,
  unavailable: retryAfter,
  internal_error: { request_id: Type.String() },
};

export function errorBody(code: ApiErrorCode): TSchema {
  // The contract puts a sentence into plan_required's `error` field; every other error has its code there.
  const error = code === 'plan_required' ? Type.String() : Type.Literal(code);
  return Type.Object(
    { error, message: Type.String(), ...EXTRA_FIELDS[code] },
    { title: errorName(code), description: API_ERRORS[code].message },
  );
}

/** The schema name of an error: `InvalidStateError` for `invalid_state`. */
export function errorName(code: ApiErrorCode): string {
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('').replace(/(?:Error)?$/, 'Error');
}
