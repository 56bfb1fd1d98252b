import type { IncomingMessage } from 'node:http';
import { WEBHOOK_ERRORS, type WebhookErrorCode } from '@slipway/contracts';
import { type LocalCounter, networkOf } from '@slipway/http';
import { type Directory, type Integration, LookupUnavailableError } from './directory.js';
import type { WebhookRequest } from './webhook-request.js';

/** Why a webhook was not accepted. A value and no error, since senders' mistakes are expected. */
export interface Refused {
  readonly refusal: {
    readonly code: WebhookErrorCode;
    readonly message: string;
    readonly retryAfterSeconds?: number;
    /** What else the answer says. */
    readonly answer?: Readonly<Record<string, unknown>>;
  };
  /** The integration whose token was sent, if it is valid. */
  readonly integration?: Integration;
}

/** A refusal with the default message of its code, or a more precise one. */
export function refuse(code: WebhookErrorCode, message: string = WEBHOOK_ERRORS[code].message): Refused {
  return { refusal: { code, message } };
}

const OUTAGE_RETRY_SECONDS = 2;

/** A temporary refusal with the time of the next attempt. */
export function refuseForNow(
  code: WebhookErrorCode,
  message?: string,
  retryAfterSeconds: number = OUTAGE_RETRY_SECONDS,
): Refused {
  return { refusal: { ...refuse(code, message).refusal, retryAfterSeconds } };
}

export interface AdmissionDeps {
  readonly directory: Directory;
  /** Counts deliveries by integration. */
  readonly deliveryLimit: LocalCounter;
  /** Counts failed authentications by the client's network. */
  readonly failureLimit: LocalCounter;
  /** Counts lookups for all networks beyond that limit together. */
  readonly guessLimit: LocalCounter;
  /** The client's address, as far as the proxies are trusted. */
  clientAddress(request: IncomingMessage): string;
}

export interface Admitted {
  /** In lower case. */
  readonly token: string;
  readonly integration: Integration;
}

const TOKEN = /^[0-9a-f]{64}$/i;

/** Checks the token, then the integration, whose provider must be one of these, its project and its rate. */
export async function admit(
  sent: string | undefined,
  providers: ReadonlySet<string>,
  request: WebhookRequest,
  deps: AdmissionDeps,
): Promise<Admitted | Refused> {
  if (sent === undefined) return refuseFailed(refuse('missing_token'), request, deps);
  if (!TOKEN.test(sent)) return refuseFailed(refuse('invalid_token'), request, deps);
  const token = sent.toLowerCase();
  const known = deps.directory.recall(token);
  const integration = known === undefined ? await lookUp(token, request, deps) : known;
  if (integration !== null && 'refusal' in integration) return integration;
  if (integration === null || !integration.active || !providers.has(integration.provider)) {
    return refuseFailed(refuse('no_active_integration'), request, deps);
  }
  if (integration.archived) return { ...refuse('project_archived'), integration };
  if (integration.paused) return { ...refuse('project_paused'), integration };
  const wait = deps.deliveryLimit.take(integration.id);
  return wait === null ? { token, integration } : refuseForNow('rate_limited', undefined, wait);
}

/** Looks up a token that the directory does not know or has to confirm. */
async function lookUp(
  token: string,
  request: WebhookRequest,
  deps: AdmissionDeps,
): Promise<Integration | null | Refused> {
  const guess = deps.directory.knows(token) ? null : refuseGuess(request, deps);
  if (guess !== null) return guess;
  try {
    return await deps.directory.lookUp(token);
  } catch (error) {
    if (!(error instanceof LookupUnavailableError)) throw error;
    return refuseForNow('lookup_unavailable');
  }
}

/**
 * A network beyond its limit of failures may still send valid tokens, for example from behind a shared gateway. Its
 * unknown tokens are looked up, but only so many per second.
 */
function refuseGuess(request: WebhookRequest, deps: AdmissionDeps): Refused | null {
  const limited = refuseSuspect(request, deps);
  return limited !== null && deps.guessLimit.take('') !== null ? limited : null;
}

/** Refuses networks with too many failed authentications; null for all others. */
export function refuseSuspect(request: WebhookRequest, deps: AdmissionDeps): Refused | null {
  return refuseAfter(deps.failureLimit.wait(networkOf(deps.clientAddress(request.incoming))));
}

/** Counts a failed authentication; a network beyond its limit is refused with 429 instead. */
export function refuseFailed(refused: Refused, { incoming }: WebhookRequest, deps: AdmissionDeps): Refused {
  return refuseAfter(deps.failureLimit.take(networkOf(deps.clientAddress(incoming)))) ?? refused;
}

function refuseAfter(waitSeconds: number | null): Refused | null {
  if (waitSeconds === null) return null;
  return refuseForNow('rate_limited', 'Too many failed authentications.', waitSeconds);
}
