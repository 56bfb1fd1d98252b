import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type CheckFinding, finding } from '@slipway/domain';
import { type CheckContext, reasonOf } from './check-context.js';

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const FEW_DAYS = 14;

interface Certificate {
  readonly validTo: number;
  /** Why it is not trusted; null if it is. */
  readonly distrust: string | null;
}

/** Checks that the certificate is valid, and for how long. Returns nothing without HTTPS. */
export async function checkCertificate({ host }: CheckContext, now = Date.now()): Promise<CheckFinding[]> {
  const { protocol, hostname, port } = new URL(host);
  if (protocol !== 'https:') return [];
  try {
    const certificate = await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
    return [judge(certificate, now)];
  } catch (error) {
    // The address check reports failed connections.
    const text = `Cannot read the certificate: ${reasonOf(error)}.`;
    return [
      finding.problem(
        'certificate',
        text,
        'Check that the port speaks TLS, and the proxy in front of the service.',
      ),
    ];
  }
}

function readCertificate(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // Read an untrusted certificate too, to explain what is wrong with it.
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: TIMEOUT_MS, ...servername }, () => {
      const validTo = Date.parse(socket.getPeerCertificate().valid_to);
      const distrust = socket.authorized ? null : String(socket.authorizationError ?? 'not trusted');
      socket.destroy();
      resolve({ validTo, distrust });
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
  });
}

function judge({ validTo, distrust }: Certificate, now: number): CheckFinding {
  const days = Math.floor((validTo - now) / DAY_MS);
  if (validTo <= now) {
    const remedy = 'Renew it, check why the renewal did not run, and reload the proxy.';
    return finding.problem(
      'certificate',
      `The certificate expired on ${new Date(validTo).toISOString()}.`,
      remedy,
    );
  }
  if (distrust !== null) {
    const remedy =
      'Use a certificate for this host name with its full chain. For your own authority, set NODE_EXTRA_CA_CERTS to its file.';
    return finding.problem('certificate', `The certificate is not trusted: ${distrust}.`, remedy);
  }
  const text = `The certificate is valid for another ${days} days.`;
  return days < FEW_DAYS
    ? finding.warning('certificate', text, 'Check that it is renewed automatically.')
    : finding.ok('certificate', text);
}
