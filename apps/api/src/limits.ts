/** Sizes and deadlines of the API. The number of allowed requests is a setting: see rate-limits.ts. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How often token usage is written, and the shortest interval between two writes for one token. */
export const TOKEN_USAGE_FLUSH_MS = 2 * SECOND_MS;
export const TOKEN_USAGE_INTERVAL_MS = MINUTE_MS;

/** The shortest interval between two audit entries about a token that is used from outside its networks. */
export const TOKEN_REFUSAL_INTERVAL_MS = 60 * MINUTE_MS;
