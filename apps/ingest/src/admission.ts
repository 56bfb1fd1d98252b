import type { IncomingMessage } from 'node:http';
import { networkOf } from '@slipway/http';
import type { Provider } from '@slipway/providers';
import { type Directory, type Integration, LookupUnavailableError } from './directory.js';
import { type Refusal, refuse, refuseForNow } from './refusal.js';
import type { WindowCounter } from './window-counter.js';

/** What letting senders in needs of the world. */
export interface AdmissionDeps {
  readonly directory: Directory;
  /** Deliveries by integration. */
  readonly deliveryLimit: WindowCounter;
  /** Failed authentications by the client's network. */
  readonly failureLimit: WindowCounter;
  /** Look-ups for networks beyond that limit, all together. */
  readonly guessLimit: WindowCounter;
  /** The client's address, as far as proxies are believed. */
  clientAddress(request: IncomingMessage): string;
}

/** A request that somebody sent. */
export interface Sent {
  readonly incoming: IncomingMessage;
}

const networkBehind = ({ incoming }: Sent, deps: AdmissionDeps) => networkOf(deps.clientAddress(incoming));

/** Failed authentications count by network; beyond the limit they are told to wait. */
export function refuseFailed(
  refused: { refusal: Refusal },
  sent: Sent,
  deps: AdmissionDeps,
): { refusal: Refusal } {
  const over = refuseSuspect(sent, deps);
  if (over !== null) return over;
  deps.failureLimit.add(networkBehind(sent, deps));
  return refused;
}

/** Tells those with too many failed authentications to wait; null for all others. */
export function refuseSuspect(sent: Sent, deps: AdmissionDeps): { refusal: Refusal } | null {
  const wait = deps.failureLimit.wait(networkBehind(sent, deps));
  return wait === null ? null : limited(wait, 'Too many failed authentications.');
}

function limited(retryAfterSeconds: number, message?: string): { refusal: Refusal } {
  return { refusal: { ...refuse('rate_limited', message).refusal, retryAfterSeconds } };
}

/**
 * A network beyond the limit of failures may still send good tokens, say from behind a shared gateway: unknown ones are
 * looked up, but only so many a second.
 */
function tooManyGuesses(token: string, sent: Sent, deps: AdmissionDeps): { refusal: Refusal } | null {
  if (deps.directory.knows(token)) return null;
  const over = refuseSuspect(sent, deps);
  if (over === null) return null;
  if (deps.guessLimit.wait('') !== null) return over;
  deps.guessLimit.add('');
  return null;
}

/** Asks about a token that is not known right now. */
export async function lookUp(
  token: string,
  sent: Sent,
  deps: AdmissionDeps,
): Promise<Integration | null | { refusal: Refusal }> {
  const guessing = tooManyGuesses(token, sent, deps);
  if (guessing !== null) return guessing;
  try {
    return await deps.directory.lookUp(token);
  } catch (error) {
    if (!(error instanceof LookupUnavailableError)) throw error;
    return refuseForNow('lookup_unavailable');
  }
}

/** Lets an integration's delivery in, unless something is against it. */
export function admit(
  provider: Provider,
  integration: Integration | null,
  sent: Sent,
  deps: AdmissionDeps,
): Integration | { refusal: Refusal } {
  if (integration === null || !integration.active || integration.provider !== provider.id) {
    return refuseFailed(refuse('no_active_integration'), sent, deps);
  }
  if (integration.archived) return refuse('project_archived');
  if (integration.paused) return refuse('project_paused');
  const full = deps.deliveryLimit.take(integration.id);
  return full === null ? integration : limited(full);
}
