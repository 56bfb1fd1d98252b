import type { IncomingMessage } from 'node:http';
import { networkOf } from '@slipway/http';
import type { Provider } from '@slipway/providers';
import { type Directory, type Integration, LookupUnavailableError } from './directory.js';
import { type Refusal, refuse, refuseForNow } from './refusal.js';
import type { WindowCounter } from './window-counter.js';

/** What admission is built from. */
export interface AdmissionDeps {
  readonly directory: Directory;
  /** Counts deliveries by integration. */
  readonly deliveryLimit: WindowCounter;
  /** Counts failed authentications by the client's network. */
  readonly failureLimit: WindowCounter;
  /** Counts lookups for all networks beyond that limit together. */
  readonly guessLimit: WindowCounter;
  /** The client's address, as far as the proxies are trusted. */
  clientAddress(request: IncomingMessage): string;
}

/** A request with its client's address. */
export interface ClientRequest {
  readonly incoming: IncomingMessage;
}

const clientNetwork = ({ incoming }: ClientRequest, deps: AdmissionDeps) =>
  networkOf(deps.clientAddress(incoming));

/** Counts a failed authentication; a network beyond its limit is refused with 429 instead. */
export function refuseFailed(
  refused: { refusal: Refusal },
  request: ClientRequest,
  deps: AdmissionDeps,
): { refusal: Refusal } {
  const limited = refuseSuspect(request, deps);
  if (limited !== null) return limited;
  deps.failureLimit.add(clientNetwork(request, deps));
  return refused;
}

/** Refuses networks with too many failed authentications; null for all others. */
export function refuseSuspect(request: ClientRequest, deps: AdmissionDeps): { refusal: Refusal } | null {
  const wait = deps.failureLimit.wait(clientNetwork(request, deps));
  return wait === null ? null : rateLimited(wait, 'Too many failed authentications.');
}

function rateLimited(retryAfterSeconds: number, message?: string): { refusal: Refusal } {
  return { refusal: { ...refuse('rate_limited', message).refusal, retryAfterSeconds } };
}

/**
 * A network beyond its limit of failures may still send valid tokens, for example from behind a shared gateway. Its
 * unknown tokens are looked up, but only so many per second.
 */
function refuseGuess(token: string, request: ClientRequest, deps: AdmissionDeps): { refusal: Refusal } | null {
  if (deps.directory.knows(token)) return null;
  const limited = refuseSuspect(request, deps);
  if (limited === null) return null;
  if (deps.guessLimit.wait('') !== null) return limited;
  deps.guessLimit.add('');
  return null;
}

/** Looks up a token that the directory does not know or has to confirm. */
export async function lookUp(
  token: string,
  request: ClientRequest,
  deps: AdmissionDeps,
): Promise<Integration | null | { refusal: Refusal }> {
  const guess = refuseGuess(token, request, deps);
  if (guess !== null) return guess;
  try {
    return await deps.directory.lookUp(token);
  } catch (error) {
    if (!(error instanceof LookupUnavailableError)) throw error;
    return refuseForNow('lookup_unavailable');
  }
}

/** Admits a delivery of the integration, or returns why not. */
export function admit(
  provider: Provider,
  integration: Integration | null,
  request: ClientRequest,
  deps: AdmissionDeps,
): Integration | { refusal: Refusal } {
  if (integration === null || !integration.active || integration.provider !== provider.id) {
    return refuseFailed(refuse('no_active_integration'), request, deps);
  }
  if (integration.archived) return refuse('project_archived');
  if (integration.paused) return refuse('project_paused');
  const wait = deps.deliveryLimit.take(integration.id);
  return wait === null ? integration : rateLimited(wait);
}
