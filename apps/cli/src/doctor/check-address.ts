import { type CheckFinding, finding } from '@slipway/domain';
import { type CheckContext, reasonOf, visit } from './check-context.js';

const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|ISSUER/;
const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Host name not found: check the address for typos, and the DNS record.',
  EAI_AGAIN: 'The host name cannot be resolved: check the DNS server of this machine.',
  ECONNREFUSED: 'Nothing is listening there: start the service, and check the port and the proxy in front of it.',
  ETIMEDOUT: 'No response: check firewalls and security groups between this machine and the service.',
  ECONNRESET: 'The connection was closed: check the proxy, and that http and https are not mixed up.',
};

/** Signatures that contain a time are refused if the clocks differ by more than five minutes. */
const MAX_SKEW_SECONDS = 300;
const SMALL_SKEW_SECONDS = 30;

/** Checks that the address itself responds, without a redirect. Unless it was reached, nothing else can be checked. */
export async function checkAddress(
  context: CheckContext,
): Promise<{ findings: CheckFinding[]; reached: boolean }> {
  const { host } = context;
  const startedAt = Date.now();
  try {
    const answer = await visit(`${host}/healthz`, context);
    const found = await judge(answer, host);
    if (found.state === 'problem') return { findings: [found], reached: false };
    const clock = checkClock(answer.headers.get('date'), (startedAt + Date.now()) / 2);
    return { findings: [found, ...checkScheme(host), clock], reached: true };
  } catch (error) {
    const reason = reasonOf(error);
    // The certificate check reports the details.
    if (CERTIFICATE.test(reason)) return { findings: [], reached: false };
    const hint = HINTS[reason] ?? 'Check the address (--host or SLIPWAY_HOST) and that the service is running.';
    return {
      findings: [finding.problem('address', `${host} cannot be reached: ${reason}.`, hint)],
      reached: false,
    };
  }
}

async function judge(answer: Response, host: string): Promise<CheckFinding> {
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && location !== null) {
    const target = new URL(location, host).origin;
    const remedy = `Use --host ${target}: the token is never sent to a redirect, and webhooks are not redirected.`;
    return finding.problem('address', `${host} redirects to ${target}.`, remedy);
  }
  const body = await answer.text();
  if (answer.ok && body.includes('"ok"')) return finding.ok('address', `${host} answers.`);
  const remedy =
    'Another program answers there, or the proxy does not forward /healthz. Check where the proxy sends it.';
  return finding.problem('address', `${host}/healthz returned ${answer.status}: this is not Slipway.`, remedy);
}

function checkScheme(host: string): CheckFinding[] {
  const { protocol, hostname } = new URL(host);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isLocal) return [];
  const remedy = 'Put a proxy with a certificate in front of the service, and set BASE_URL to the https address.';
  return [finding.warning('encryption', 'Tokens and webhooks are sent unencrypted over http.', remedy)];
}

function checkClock(date: string | null, now: number): CheckFinding {
  const served = Date.parse(date ?? '');
  if (Number.isNaN(served))
    return finding.warning('clock', 'The service sends no Date header.', 'Let the proxy pass it through.');
  // The Date header has a resolution of one second.
  const skew = Math.max(0, Math.abs(now - (served + 500)) / 1000 - 0.5);
  const text = `The service's clock and this machine's differ by ${Math.round(skew)} s.`;
  const remedy =
    'Synchronize the clock that is wrong (chrony or systemd-timesyncd): signatures and tokens depend on it.';
  if (skew > MAX_SKEW_SECONDS) return finding.problem('clock', text, remedy);
  return skew > SMALL_SKEW_SECONDS ? finding.warning('clock', text, remedy) : finding.ok('clock', text);
}
