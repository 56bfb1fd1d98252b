import { findSsoProvider, markDomainVerified, openDatabase, recordAudit } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import type { Settings } from '@slipway/runtime';

const TIMEOUT_MS = 30_000;

/** Verifies the domain of an account for single sign-on in place of DNS. Returns what happened, and whether it worked. */
export async function verifyDomain(
  { DATABASE_URL: url }: Settings,
  typedAccountId: string,
  domain: string,
): Promise<{ readonly isVerified: boolean; readonly text: string }> {
  const accountId = parseRowId(typedAccountId);
  if (accountId === null) return { isVerified: false, text: `${typedAccountId} is not the number of an account.` };
  const database = openDatabase({
    url,
    name: 'slipway-verify-domain',
    poolSize: 1,
    statementTimeoutMs: TIMEOUT_MS,
  });
  try {
    const provider = await findSsoProvider(database, accountId);
    if (provider === null)
      return {
        isVerified: false,
        text: `Account ${accountId} has no identity provider. An owner sets it up first.`,
      };
    if (provider.domain !== domain)
      return {
        isVerified: false,
        text: `Account ${accountId} uses the domain ${provider.domain}, not ${domain}.`,
      };
    const entry = { accountId, projectId: null, userId: null, action: 'sso.verify_domain', target: domain };
    const verified = { accountId, domain, now: new Date() };
    const result = await markDomainVerified(database, verified, (tx) =>
      recordAudit(tx, { ...entry, detail: { by: 'operator' }, ipAddress: '', userAgent: '' }),
    );
    if (result !== 'verified')
      return { isVerified: false, text: `${domain} cannot be verified: another account has verified it.` };
    return { isVerified: true, text: `${domain} is verified for ${provider.account.name}.` };
  } finally {
    await database.close();
  }
}
