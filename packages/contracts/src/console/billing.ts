import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, flagField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { pageParameters } from '../parameters.js';
import { PLANS } from '../values.js';

/** An account's plan, and what is left of it. */
export const Billing = Type.Object({
  plan: anyOf(PLANS),
  credits: Type.Integer(),
  has_payment_method: Type.Boolean(),
  trial_ends_at: MaybeTimestamp,
  read_only_reason: orNull(anyOf(['trial_expired', 'demo'])),
  investigation_cost: Type.Integer(),
  investigations_today: Type.Integer(),
  investigations_daily_limit: Type.Integer(),
  /** When the day of the limit ends. */
  day_ends_at: Timestamp,
  projects: Type.Integer(),
  members: Type.Integer(),
});
export type Billing = Static<typeof Billing>;

export const getBilling = describeConsole({
  name: 'getBilling',
  method: 'GET',
  path: '/accounts/:account_id/billing',
  response: Billing,
});

// The next two are allowed even on a read-only account: they are how a lapsed account becomes writable again.
export const changePlan = describeConsole({
  name: 'changePlan',
  method: 'POST',
  path: '/accounts/:account_id/plan',
  role: 'owner',
  audit: 'billing.change_plan',
  body: describeBody(null, { plan: required(choiceField(PLANS)) }, { plan: 'studio' }),
  response: Billing,
  errors: ['demo_read_only'],
});

export const setPaymentMethod = describeConsole({
  name: 'setPaymentMethod',
  method: 'POST',
  path: '/accounts/:account_id/payment_method',
  role: 'owner',
  audit: 'billing.set_payment_method',
  body: describeBody(null, { present: required(flagField()) }, { present: true }),
  response: Billing,
  errors: ['demo_read_only'],
});

export const CreditEntry = Type.Object({
  id: Type.Integer(),
  delta: Type.Integer(),
  balance: Type.Integer(),
  reason: Type.String(),
  created_at: Timestamp,
  /** The investigation's build, if it still exists. */
  project_name: orNull(Type.String()),
  build_label: orNull(Type.String()),
  build_path: orNull(Type.String()),
});
export type CreditEntry = Static<typeof CreditEntry>;

export const listCredits = describeConsole({
  name: 'listCredits',
  method: 'GET',
  path: '/accounts/:account_id/credits',
  query: pageParameters,
  response: Type.Object({ entries: Type.Array(CreditEntry), pagination: CursorPagination }),
});
