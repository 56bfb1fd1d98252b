import { permissionWords } from './audit-words.js';
import type { Permission } from './console/members.js';
import type { ConsoleContract } from './console-endpoint.js';
import * as consoleContracts from './console-registry.js';
import type { EndpointContract } from './endpoint.js';
import * as restContracts from './registry.js';

const AREAS: readonly (readonly [prefix: string, area: string])[] = [
  ['integration', 'Integrations'],
  ['project', 'Projects'],
  ['member', 'Members'],
  ['group', 'Groups'],
  ['billing', 'Plan and credits'],
  ['account', 'Account'],
  ['sso', 'Account'],
  ['connected_account', 'Own settings'],
  ['token', 'Own settings'],
  ['session', 'Own settings'],
  ['password', 'Own settings'],
  ['passkey', 'Own settings'],
  ['profile', 'Own settings'],
];
const OTHER = 'Work';

const consoleMembers: readonly unknown[] = Object.values(consoleContracts);
const restMembers: readonly unknown[] = Object.values(restContracts);

/** Owner actions that no contract declares as `audit`. */
const UNDECLARED_ACTIONS: readonly ConsoleContract['audit'][] = [
  'account.export',
  'account.export_audit_log',
  'member.reset_second_factor',
];

/**
 * Who may do what, read from the contracts that the server enforces: everything that changes data, with the role it
 * requires. A new endpoint is listed automatically.
 */
export function listPermissions(): Permission[] {
  const audited = consoleMembers.filter(isAudited);
  const rows = [
    ...restMembers.filter(isWrite).map(({ summary }) => row(OTHER, summary, false)),
    ...audited.map((contract) => auditedRow(contract.audit, contract.role === 'owner')),
    ...UNDECLARED_ACTIONS.map((action) => auditedRow(action ?? '', true)),
    row('Account', 'Read the audit log', true),
    // Its audit log is deleted with it.
    row('Account', 'Delete the account', true),
  ];
  const order = [OTHER, ...new Set(AREAS.map(([, area]) => area))];
  return rows.toSorted((a, b) => order.indexOf(a.area) - order.indexOf(b.area));
}

type Audited = ConsoleContract & { readonly audit: string };

function isAudited(value: unknown): value is Audited {
  return isContract(value) && 'audit' in value;
}

function isWrite(value: unknown): value is EndpointContract {
  return isContract(value) && value.writes === true;
}

function isContract(value: unknown): value is EndpointContract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

function auditedRow(action: string, isForOwners: boolean): Permission {
  const area = AREAS.find(([prefix]) => action.startsWith(`${prefix}.`))?.[1] ?? OTHER;
  return row(area, permissionWords(action), isForOwners);
}

function row(area: string, action: string, isForOwners: boolean): Permission {
  return { area, action, owner: true, member: !isForOwners };
}

/** Audited actions that no contract declares, because they happen without an endpoint or at one that the API has too. */
const OTHER_ACTIONS = [
  'approval.decide',
  'approval.decide_group',
  'approval.reopen',
  'build.rerun',
  'culprit_search.start',
  'culprit_search.stop',
  'delivery.replay',
  'integration.handshake',
  'member.join',
  'passkey.add',
  'password.reset',
  'problem.end_snooze',
  'problem.snooze',
  'second_factor.enable',
  'second_factor.remove',
  'second_factor.renew_codes',
  'session.confirm',
  'session.refuse',
  'session.sign_out',
  'session.start',
  'sso.link',
  'sso.refuse',
  'test.mute',
  'test.unmute',
  'token.first_use',
  'token.refuse_network',
  'token.revoke_reused',
];

/** Every action that the audit log may show. */
export function listAuditActions(): string[] {
  const actions = consoleMembers.filter(isAudited).map(({ audit }) => audit);
  return [...new Set([...actions, ...UNDECLARED_ACTIONS, ...OTHER_ACTIONS])]
    .filter((action) => action !== undefined)
    .toSorted();
}
