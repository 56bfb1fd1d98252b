import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { flagField, integerField, textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { DELIVERY_OUTCOMES } from '../values.js';

/** How many days of activity are shown for an integration. */
export const ACTIVITY_DAYS = 14;
/** A day's events are counted only up to this number. */
export const MAX_DAY_EVENTS = 5_000;

/** How far a signature's time may differ from ours. */
export const MAX_SIGNATURE_TOLERANCE_MINUTES = 60;

const ReceivedEvent = Type.Object({
  id: Uuid,
  event: Type.String(),
  outcome: anyOf(DELIVERY_OUTCOMES),
  received_at: Timestamp,
});
export type ReceivedEvent = Static<typeof ReceivedEvent>;

const summary = {
  id: Type.Integer(),
  provider: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  token_prefix: Type.String(),
  /** Whether every request without a signature is refused. */
  is_signed: Type.Boolean(),
  created_at: Timestamp,
  last_event: orNull(ReceivedEvent),
  /**
   * The last event that the tool itself sent and that had an effect. Pings and test events are none. Null also if all of
   * the last `MAX_DAY_EVENTS` events had no effect.
   */
  last_applied: orNull(ReceivedEvent),
  /** The number of events in each of the last spans of 24 hours, oldest first. They are the same in every time zone. */
  days: Type.Array(Type.Integer()),
  /** Deliveries in the last 24 hours that were rejected or are dead, and that no replay has applied since. */
  errors_24h: Type.Integer(),
};

/** An integration with its health. */
export const ConsoleIntegration = Type.Object(summary);
export type ConsoleIntegration = Static<typeof ConsoleIntegration>;

/** A tool that can be connected. */
export const ConsoleProvider = Type.Object({
  id: Type.String(),
  label: Type.String(),
  docs: Type.String(),
  /** Whether its requests can be signed, or must be. */
  signature: anyOf(['none', 'optional', 'required']),
});
export type ConsoleProvider = Static<typeof ConsoleProvider>;

/** The state of polling a Jenkins server. */
const Poll = Type.Object({
  state: anyOf(['waiting', 'ok', 'failing', 'paused']),
  error: orNull(Type.String()),
  /** Null while the server is being tried. */
  polled_at: MaybeTimestamp,
  next_at: MaybeTimestamp,
});

/** What Slipway writes to GitHub, and whether it can. */
const GithubConnection = Type.Object({
  statuses: Type.Boolean(),
  comments: Type.Boolean(),
  api_url: Type.String(),
  /** Null if the credential is a token. */
  app_id: orNull(Type.String()),
  has_credential: Type.Boolean(),
  state: anyOf(['off', 'waiting', 'ok', 'failing', 'paused']),
  error: orNull(Type.String()),
  checked_at: MaybeTimestamp,
  sent_at: MaybeTimestamp,
});

/** An integration with its settings, but never its tokens and secrets. */
export const ConsoleIntegrationDetail = Type.Object({
  ...summary,
  provider_label: Type.String(),
  docs: Type.String(),
  signature: anyOf(['none', 'optional', 'required']),
  /** Whether requests without a valid signature are refused even if there is no secret. */
  require_signatures: Type.Boolean(),
  /** Null if the tool's signatures contain no time. */
  signature_tolerance_minutes: orNull(Type.Integer()),
  /** When the tool's chance to register signing secrets by handshake ends; null for tools that never do. */
  handshake_open_until: MaybeTimestamp,
  /** When the replaced tokens that still work stop working, the first one first. */
  previous_tokens_until: Type.Array(Timestamp),
  /** Where the tool sends its webhooks, without the token. */
  addresses: Type.Array(Type.String()),
  /** Those of the addresses that accept requests without a signature. */
  unsigned_addresses: Type.Array(Type.String()),
  secrets: Type.Array(Type.Object({ id: Type.Integer(), created_at: Timestamp, retires_at: MaybeTimestamp })),
  settings: Type.Record(Type.String(), Type.String()),
  has_api_token: Type.Boolean(),
  poll: orNull(Poll),
  /** Null if the tool is not GitHub. */
  github: orNull(GithubConnection),
});
export type ConsoleIntegrationDetail = Static<typeof ConsoleIntegrationDetail>;

export const listIntegrations = describeConsole({
  name: 'listIntegrations',
  method: 'GET',
  path: '/projects/:project_id/integrations',
  response: Type.Object({ integrations: Type.Array(ConsoleIntegration), providers: Type.Array(ConsoleProvider) }),
});

export const getIntegration = describeConsole({
  name: 'getIntegration',
  method: 'GET',
  path: '/projects/:project_id/integrations/:integration_id',
  response: ConsoleIntegrationDetail,
});

const NAME = { min: 1, max: 100 };

export const createIntegration = describeConsole({
  name: 'createIntegration',
  method: 'POST',
  path: '/projects/:project_id/integrations',
  role: 'owner',
  confirmed: true,
  audit: 'integration.create',
  writes: true,
  body: describeBody(
    null,
    {
      provider: required(textField({ min: 1, max: 50 })),
      name: required(textField(NAME)),
      /** Also creates a signing secret. */
      with_secret: flagField(),
    },
    { provider: 'github', name: 'GitHub harbor', with_secret: true },
  ),
  response: Type.Object({
    integration: ConsoleIntegrationDetail,
    /** Shown only once. */
    token: Type.String(),
    secret: orNull(Type.String()),
  }),
  success: [201],
  containsSecret: true,
});

const SETTING = { max: 500 };

export const updateIntegration = describeConsole({
  name: 'updateIntegration',
  method: 'PATCH',
  path: '/projects/:project_id/integrations/:integration_id',
  role: 'owner',
  audit: 'integration.update',
  writes: true,
  body: describeBody(
    null,
    {
      name: textField(NAME),
      active: flagField(),
      require_signatures: flagField(),
      signature_tolerance_minutes: integerField(1, MAX_SIGNATURE_TOLERANCE_MINUTES),
      /** Settings for individual providers. An empty text removes the setting. */
      server_url: textField(SETTING),
      username: textField(SETTING),
      /** The parameter of Jenkins jobs that names the revision to build. */
      revision_parameter: textField(SETTING),
      job_name: textField(SETTING),
      account_slug: textField(SETTING),
      status_column: textField(SETTING),
      changelist_gaps: textField({ max: 5 }),
    },
    { active: false },
  ),
  response: ConsoleIntegrationDetail,
});

export const deleteIntegration = describeConsole({
  name: 'deleteIntegration',
  method: 'DELETE',
  path: '/projects/:project_id/integrations/:integration_id',
  role: 'owner',
  confirmed: true,
  audit: 'integration.delete',
  writes: true,
  deletes: true,
  errors: ['legal_hold'],
});

export const testJenkinsServer = describeConsole({
  name: 'testJenkinsServer',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/jenkins_test',
  role: 'owner',
  writes: true,
});

export const sendTestEvent = describeConsole({
  name: 'sendTestEvent',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/test_event',
  role: 'owner',
  audit: 'integration.test',
  writes: true,
  response: Type.Object({
    /** The status of the webhook endpoint's response; null if the endpoint could not be reached. */
    status: orNull(Type.Integer()),
    delivery_id: orNull(Uuid),
    /** Why it was refused, in the words the tool would have received. */
    message: orNull(Type.String()),
    path: Type.String(),
    signed: Type.Boolean(),
    effect: Type.String(),
  }),
});
