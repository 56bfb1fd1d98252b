const SECOND_MS = 1_000;

/** The largest request: a task with a long description and its metadata. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Longer than any tool waits. */
export const REQUEST_LIMIT_MS = 330 * SECOND_MS;

/** The time limit of one call to the API. */
export const API_TIMEOUT_MS = 20 * SECOND_MS;

/**
 * How long tool calls use a token's cached scopes, and for how many tokens. A revoked token is refused
 * immediately, because the API checks it on every call.
 */
export const ACCESS_TTL_MS = 15 * SECOND_MS;
export const ACCESS_CACHE_SIZE = 2_000;
