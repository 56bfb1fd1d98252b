import { randomBytes } from 'node:crypto';
import { type AppSecrets, type Clock, isSignatureOf, signText } from '@slipway/domain';
import type { Request, Response } from '@slipway/http';
import { type CookiePolicy, readCookie, setCookie } from '../auth/cookies.js';
import { type FlowSecrets, newFlowSecrets } from './provider-client.js';

export interface SsoFlow extends FlowSecrets {
  readonly accountId: number;
  /** The issuer that was asked, in case the account's settings change meanwhile. */
  readonly issuer: string;
  readonly returnTo: string;
  /** The session whose user proves again who they are; null for a sign-in. */
  readonly sessionId: string | null;
  readonly startedAt: number;
}

export type NewSsoFlow = Pick<SsoFlow, 'accountId' | 'issuer' | 'returnTo' | 'sessionId'>;

/** Sign-ins that wait for a provider's response, each in a signed cookie of the browser that started it. */
export interface SsoFlows {
  start(response: Response, flow: NewSsoFlow): SsoFlow;
  /** Takes the flow out of the browser, so that it works once. Null if the response belongs to no flow of it. */
  take(request: Request, response: Response, returned: Returned): SsoFlow | null;
  /** Whether a state was issued for the account, to whichever browser. */
  isIssued(returned: Returned): boolean;
}

export interface Returned {
  readonly accountId: number;
  readonly state: string;
}

const COOKIE = 'slipway_sso';
const LIFETIME_SECONDS = 10 * 60;
/** Cookies of more than 4 kB are not stored. */
const MAX_RETURN_PATH = 1_000;

export function createSsoFlows(appSecrets: AppSecrets, clock: Clock, policy: CookiePolicy): SsoFlows {
  const stateText = (accountId: number, seed: string) => `sso state ${accountId} ${seed}`;
  const cookieText = (payload: string) => `sso flow ${payload}`;

  function read(request: Request): SsoFlow | null {
    const [payload = '', signature = ''] = (readCookie(request, COOKIE, policy) ?? '').split('.');
    if (!isSignatureOf(appSecrets, cookieText(payload), signature)) return null;
    const flow = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SsoFlow;
    return clock.now() < flow.startedAt + LIFETIME_SECONDS * 1000 ? flow : null;
  }

  return {
    start(response, { accountId, issuer, sessionId, returnTo: wanted }) {
      const seed = randomBytes(24).toString('base64url');
      const secrets = newFlowSecrets(`${seed}.${signText(appSecrets, stateText(accountId, seed))}`);
      const returnTo = wanted.length > MAX_RETURN_PATH ? '/' : wanted;
      const flow = { ...secrets, accountId, issuer, returnTo, sessionId, startedAt: clock.now() };
      const payload = Buffer.from(JSON.stringify(flow)).toString('base64url');
      const value = `${payload}.${signText(appSecrets, cookieText(payload))}`;
      setCookie(response, { name: COOKIE, value, maxAgeSeconds: LIFETIME_SECONDS }, policy);
      return flow;
    },
    take(request, response, { accountId, state }) {
      const flow = read(request);
      setCookie(response, { name: COOKIE, value: '', maxAgeSeconds: 0 }, policy);
      return flow !== null && flow.accountId === accountId && flow.state === state ? flow : null;
    },
    isIssued({ accountId, state }) {
      const [seed = '', signature = ''] = state.split('.');
      return isSignatureOf(appSecrets, stateText(accountId, seed), signature);
    },
  };
}
