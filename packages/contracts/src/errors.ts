/** Errors that only console endpoints return. */
export const CONSOLE_ERRORS = {
  wrong_password: { status: 422, message: 'The current password is incorrect.' },
  already_member: { status: 422, message: 'Someone with this address already belongs to the account.' },
  sign_up_closed: {
    status: 403,
    message: 'The operator of this server creates the accounts. Ask them for one.',
  },
  address_not_allowed: {
    status: 422,
    message:
      'This account requires single sign-on, and the address is outside its domain. Allow the address under Single sign-on first.',
  },
  export_running: {
    status: 409,
    message: 'An export of this account is already running. Wait for it to finish, then try again.',
  },
  wrong_proof: { status: 422, message: 'This does not prove that it is you.' },
  confirmation_required: { status: 403, message: 'Confirm that it is you, then try again.' },
  second_factor_required: {
    status: 422,
    message: 'One of your accounts requires a second factor, so you cannot remove your last one.',
  },
  second_factor_missing: {
    status: 422,
    message: 'Set up your own second factor before you require it from everyone.',
  },
  legal_hold: { status: 409, message: 'This data is under a legal hold. An owner must release the hold first.' },
  last_owner: { status: 422, message: 'An account needs an owner. Make someone else an owner first.' },
  unowned_account: {
    status: 403,
    message:
      'They also belong to an account that you do not own, so you cannot reset their second factor. They can sign in ' +
      'with a recovery code, or the operator of this server can run npm run reset-second-factor.',
  },
} as const;

/** Every error of the REST API and the console: its status, and its message unless the handler passes another one. */
export const API_ERRORS = {
  ...CONSOLE_ERRORS,
  invalid_cursor: { status: 400, message: 'The cursor is malformed or belongs to another list.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  insufficient_credits: { status: 402, message: 'The account does not have enough credits.' },
  insufficient_scope: { status: 403, message: 'The token lacks the scope that this endpoint requires.' },
  network_not_allowed: { status: 403, message: 'The token is restricted to other networks.' },
  plan_required: { status: 403, message: 'The workspace feed needs the Team plan or higher.' },
  owner_required: { status: 403, message: 'Only an owner of the account may do this.' },
  demo_read_only: { status: 403, message: 'This account is read-only.' },
  self_approval: {
    status: 403,
    message: 'This project does not let people approve their own changes. Ask someone else to approve it.',
  },
  unknown_author: {
    status: 403,
    message:
      'This project does not let people approve their own changes, and the author of this one is unknown. Ask an ' +
      'owner of the account to approve it.',
  },
  not_found: { status: 404, message: 'Not found.' },
  delivery_expired: { status: 410, message: 'The body of the delivery is no longer stored.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'The request body must be application/json.' },
  unknown_parameter: { status: 422, message: 'Unknown parameter.' },
  invalid_parameter_type: { status: 422, message: 'The parameter takes a single value.' },
  invalid_parameter: { status: 422, message: 'The parameter is invalid.' },
  invalid_state: { status: 422, message: 'Unknown state.' },
  invalid_status: { status: 422, message: 'Unknown status.' },
  invalid_platform: { status: 422, message: 'Unknown platform.' },
  invalid_build_type: { status: 422, message: 'Unknown build_type.' },
  invalid_target_type: { status: 422, message: 'Unknown target_type.' },
  invalid_asset_type: { status: 422, message: 'Unknown asset_type.' },
  invalid_source_type: { status: 422, message: 'Unknown source_type.' },
  invalid_task_type: { status: 422, message: 'Unknown task_type.' },
  invalid_priority: { status: 422, message: 'Unknown priority.' },
  invalid_outcome: { status: 422, message: 'Unknown outcome.' },
  invalid_kind: { status: 422, message: 'Unknown kind.' },
  invalid_assignee: { status: 422, message: 'The assignee is neither an agent handle nor a member.' },
  invalid_event_type: { status: 422, message: 'Unknown event type.' },
  invalid_grant: { status: 422, message: 'The code or its verifier is invalid.' },
  build_not_failed: { status: 422, message: 'Only a failed build can be investigated.' },
  no_finding: { status: 422, message: 'There is no finding about this build to judge.' },
  rerun_unavailable: { status: 422, message: 'This build cannot be started again from Slipway.' },
  problem_not_open: { status: 422, message: 'The problem is not open, so there is no culprit to search.' },
  nothing_to_search: { status: 422, message: 'No range of changes is known in which to search the culprit.' },
  search_not_active: { status: 422, message: 'No search for the culprit is active. Start one first.' },
  unknown_revision: {
    status: 422,
    message: 'The revision is neither the last one that passed nor a change of the range.',
  },
  run_id_reused: { status: 422, message: 'The run_id was already used for another result.' },
  test_broken: {
    status: 422,
    message: 'A broken test cannot be muted, because it fails on every run. Fix it instead.',
  },
  mute_limit_reached: {
    status: 422,
    message: 'At most 5 % of a project’s tests can be muted, and that many are. Unmute another test first.',
  },
  no_passing_build: { status: 422, message: 'No earlier passing build of this job on this branch.' },
  idempotency_key_reused: {
    status: 422,
    message: 'The Idempotency-Key was already used with a different request body.',
  },
  dry_run_too_large: {
    status: 422,
    message: 'The dry run is too large. Select fewer deliveries, or replay them without dry_run.',
  },
  rate_limited: { status: 429, message: 'Too many requests.' },
  daily_limit_reached: { status: 429, message: 'The account has used up its investigations for today.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  rerun_failed: { status: 502, message: 'The build tool did not start the build again.' },
  unavailable: {
    status: 503,
    message: 'The service cannot reach its database right now. Try again in a few seconds.',
  },
} as const;
export type ApiErrorCode = keyof typeof API_ERRORS;

/** Every error of a webhook endpoint. */
export const WEBHOOK_ERRORS = {
  missing_token: { status: 401, message: 'No webhook token was sent.' },
  invalid_token: { status: 401, message: 'The webhook token is not 64 hexadecimal characters.' },
  invalid_signature: { status: 401, message: 'The signature does not match.' },
  project_paused: { status: 403, message: 'The project is paused.' },
  project_archived: { status: 403, message: 'The project is archived.' },
  no_active_integration: { status: 404, message: 'No active integration matches the token.' },
  unknown_log: { status: 404, message: 'The integration has no such log. Open it first.' },
  wrong_offset: { status: 409, message: 'The log continues at next_offset.' },
  changed_chunk: { status: 409, message: 'The log has other bytes at this offset. It continues at next_offset.' },
  log_closed: { status: 409, message: 'The log was closed before this offset.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  malformed_body: { status: 422, message: 'The request body cannot be read.' },
  rate_limited: { status: 429, message: 'Too many deliveries.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  queue_unavailable: { status: 503, message: 'The delivery cannot be stored right now.' },
  lookup_unavailable: { status: 503, message: 'The token cannot be looked up right now.' },
} as const;
export type WebhookErrorCode = keyof typeof WEBHOOK_ERRORS;
