import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import * as contracts from '@slipway/contracts';
import { testReceiver } from '@slipway/testing';
import { auditedRequests } from './audited-requests.js';
import { serveIntegrations } from './served-integrations.js';

const receiver = await testReceiver();
const served = await serveIntegrations({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { database, accountId, owner } = served;

/** Endpoints that write nothing to the audit log, and why. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  createTask: 'Work, not a setting: the task names the token, and the feed shows it.',
  updateTask: 'Work, not a setting: the feed shows it.',
  investigateBuildRun: 'Charges a credit, which the credit ledger records with the user.',
  rerunBuildRun: 'Recorded before a tool is asked: see tests/contract/rerun.test.ts.',
  startCulpritSearch: 'Recorded when it is stored: see tests/contract/culprit-search.test.ts.',
  stopCulpritSearch: 'Recorded when it is stored: see tests/contract/culprit-search.test.ts.',
  reportCulpritRun: 'Work, not a setting: the search shows its runs.',
  judgeFinding: 'Work, not a setting: the finding says that a person judged it.',
  editProblem: 'Work, not a setting: the page of the problem names who did what.',
  updateProblem: 'Work, not a setting: the page of the problem names who did what.',
  saveView: 'A view is a bookmark. It gives access to nothing.',
  saveAccountView: 'A view is a bookmark. It gives access to nothing.',
  updateView: 'A view is a bookmark. It gives access to nothing.',
  updateAccountView: 'A view is a bookmark. It gives access to nothing.',
  deleteView: 'A view is a bookmark. It gives access to nothing.',
  deleteAccountView: 'A view is a bookmark. It gives access to nothing.',
  markInboxRead: 'Only the reader sees it.',
  checkOwnership: 'Says what is wrong with rules and changes nothing.',
  previewNotificationFilter: 'Shows what a filter would match and changes nothing.',
  requestPasskey: 'Asks the browser for a passkey and changes nothing.',
  confirmIdentity: 'Recorded by the session store: see confirmation.test.ts.',
  switchAccount: 'Changes what a browser shows, not what its user may do.',
  testSso: 'Asks the identity provider and changes nothing.',
  verifySsoDomain:
    'Recorded in the transaction that verifies it: see verify-domain.test.ts, which answers for DNS.',
  testGithubConnection: 'Reads from GitHub and changes nothing.',
  testJenkinsServer: 'Reads from the server and changes nothing.',
  deleteAccount: 'The log is deleted with the account.',
  endCurrentSession: 'Signing out is recorded by the session store: see audit-log.test.ts.',
  exchangeToken: 'Recorded in the store of login codes: see tests/contract/auth.test.ts.',
};

const HERE = 'tests/e2e/console';
/** Actions that no contract of an endpoint declares, and the file with the test or the request that records each. */
const RECORDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'account.export': `${HERE}/export.test.ts`,
  'account.export_audit_log': `${HERE}/audit-log.test.ts`,
  'approval.decide': `${HERE}/audited-requests.ts`,
  'approval.decide_group': `${HERE}/audited-requests.ts`,
  'approval.reopen': `${HERE}/audited-requests.ts`,
  'build.rerun': 'tests/contract/rerun.test.ts',
  'culprit_search.start': 'tests/contract/culprit-search.test.ts',
  'culprit_search.stop': 'tests/contract/culprit-search.test.ts',
  'delivery.replay': `${HERE}/audited-requests.ts`,
  'integration.handshake': 'tests/contract/handshakes.test.ts',
  'member.join': `${HERE}/members.test.ts`,
  'member.reset_second_factor': `${HERE}/audited-requests.ts`,
  'passkey.add': `${HERE}/passkeys.test.ts`,
  'password.reset': `${HERE}/password-reset.test.ts`,
  'problem.end_snooze': 'tests/contract/problem-attention.test.ts',
  'problem.snooze': 'tests/contract/problem-attention.test.ts',
  'second_factor.enable': `${HERE}/second-factor.test.ts`,
  'second_factor.remove': `${HERE}/second-factor.test.ts`,
  'second_factor.renew_codes': `${HERE}/second-factor.test.ts`,
  'session.confirm': `${HERE}/confirmation.test.ts`,
  'session.refuse': `${HERE}/audit-log.test.ts`,
  'session.sign_out': `${HERE}/audit-log.test.ts`,
  'session.start': `${HERE}/audit-log.test.ts`,
  'sso.link': `${HERE}/single-sign-on.test.ts`,
  'sso.refuse': `${HERE}/served-sso.ts`,
  'test.mute': `${HERE}/test-requests.ts`,
  'test.unmute': `${HERE}/test-requests.ts`,
  'token.first_use': 'tests/contract/audit-log.test.ts',
  'token.refuse_network': 'tests/contract/token-restrictions.test.ts',
  'token.revoke_reused': 'tests/contract/auth.test.ts',
};

interface Contract {
  readonly method: string;
  readonly path: string;
  readonly audit?: string;
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;
const writes = Object.entries<unknown>(contracts).flatMap(([name, value]) =>
  isContract(value) && value.method !== 'GET' ? [[name, value] as const] : [],
);
const requests = auditedRequests(served, receiver.url);

it('covers every endpoint that changes something', () => {
  const covered = [...Object.keys(requests), ...Object.keys(NOT_AUDITED)];
  expect(writes.map(([name]) => name).toSorted()).toEqual(covered.toSorted());
});

it('covers every action that the log can show', async () => {
  const declared = new Set(writes.flatMap(([, { audit }]) => audit ?? []));
  // Permissions name the deletion of an account, but its log is deleted with it.
  declared.add('account.delete');
  const others = contracts.listAuditActions().filter((action) => !declared.has(action));
  expect(others.toSorted()).toEqual(Object.keys(RECORDED_ELSEWHERE));
  for (const [action, path] of Object.entries(RECORDED_ELSEWHERE))
    expect([action, await readFile(path, 'utf8')]).toEqual([action, expect.stringContaining(`'${action}'`)]);
});

const audited = writes.filter(([name]) => name in requests);
// Leaving the account ends the access that the other requests need.
const ordered = audited.toSorted(([a], [b]) => Number(a === 'leaveAccount') - Number(b === 'leaveAccount'));

it.each(ordered)(
  '%s writes an entry to the audit log that names the person and the address',
  async (name, contract) => {
    const { path, body, action = contract.audit } = (await requests[name]?.()) ?? { path: '' };
    const entries = () =>
      database.prisma.auditEntry.findMany({
        where: { accountId, userId: owner.id, action: action ?? '' },
        orderBy: { position: 'asc' },
      });
    const before = (await entries()).length;
    const answer = await owner.browser.call(contract.method as 'POST', path, body);
    expect([name, answer.status < 300, answer.body]).toEqual([name, true, answer.body]);
    const added = (await entries()).slice(before);
    expect(added.map((entry) => entry.action)).toEqual([action]);
    expect(added[0]).toMatchObject({ ipAddress: expect.stringContaining('127.0.0.1'), hash: expect.anything() });
  },
);
