import { LOGIN_SCOPES, type Plan, SCOPES } from '@slipway/contracts';
import { hashToken, LEGACY_TOKEN_CUT } from '@slipway/domain';
import type { Credentials } from './credentials.js';
import type { TableRows } from './insert-rows.js';
import { after, day, hour, minute } from './times.js';

export const accountIds = { studio: 1, personal: 2, lapsed: 3, demo: 4, rival: 5 } as const;
export const userIds = { owner: 1, member: 2, outsider: 3, artist: 4, programmer: 5 } as const;

type AccountName = keyof typeof accountIds;
type UserName = keyof typeof userIds;

interface DemoAccount {
  name: string;
  plan: Plan;
  credits: number;
  readOnlyReason: 'trial_expired' | 'demo' | null;
  hasPaymentMethod: boolean;
}

export const accounts: Record<AccountName, DemoAccount> = {
  studio: { name: 'Tidewater Games', plan: 'team', credits: 200, readOnlyReason: null, hasPaymentMethod: true },
  personal: { name: 'Maren Holt', plan: 'free', credits: 0, readOnlyReason: null, hasPaymentMethod: false },
  lapsed: {
    name: 'Marshlight',
    plan: 'team',
    credits: 20,
    readOnlyReason: 'trial_expired',
    hasPaymentMethod: false,
  },
  demo: { name: 'Slipway Demo', plan: 'team', credits: 20, readOnlyReason: 'demo', hasPaymentMethod: false },
  rival: {
    name: 'Copperline Studios',
    plan: 'studio',
    credits: 120,
    readOnlyReason: null,
    hasPaymentMethod: true,
  },
};

interface DemoUser {
  name: string;
  email: string;
  defaultAccount: AccountName;
  /** Logins in other tools; the member list omits those that are email addresses. */
  connected: [provider: string, uid: string][];
}

export const users: Record<UserName, DemoUser> = {
  owner: {
    name: 'Maren Holt',
    email: 'maren.holt@tidewater.test',
    defaultAccount: 'personal',
    connected: [
      ['perforce', 'mholt'],
      ['github', 'marenholt'],
      ['jira', '712020:4f6a1c9e-2b7d-4e58-9f31-6a0c8d52e7b4'],
    ],
  },
  member: {
    name: 'Jonas Weir',
    email: 'jonas.weir@tidewater.test',
    defaultAccount: 'studio',
    connected: [
      ['perforce', 'jweir'],
      ['github', 'jonasweir'],
      ['linear', 'c2a8f0d4-91b3-4a6e-8c57-0e3d7b1f9a26'],
    ],
  },
  outsider: {
    name: 'Idris Vane',
    email: 'idris.vane@copperline.test',
    defaultAccount: 'rival',
    connected: [['perforce', 'ivane']],
  },
  artist: {
    name: 'Priya Nair',
    email: 'priya.nair@tidewater.test',
    defaultAccount: 'studio',
    connected: [
      ['perforce', 'pnair'],
      ['diversion', 'priya.nair@tidewater.test'],
      ['lore', 'pnair'],
    ],
  },
  programmer: {
    name: 'Tomas Lindqvist',
    email: 'tomas.lindqvist@tidewater.test',
    defaultAccount: 'studio',
    connected: [['github', 'tlindqvist']],
  },
};

const memberships: [AccountName, UserName, 'owner' | 'member'][] = [
  ['studio', 'owner', 'owner'],
  ['studio', 'member', 'member'],
  ['studio', 'artist', 'member'],
  ['studio', 'programmer', 'member'],
  ['personal', 'owner', 'owner'],
  ['lapsed', 'owner', 'owner'],
  ['demo', 'owner', 'owner'],
  ['rival', 'outsider', 'owner'],
];

/** How many days ago these people joined the studio, which its audit log shows too. */
export const JOINED_DAYS_AGO: Readonly<Partial<Record<UserName, number>>> = { member: 28.7, artist: 27.9 };

function joinedAt(user: UserName, now: Date): Date | null {
  const days = JOINED_DAYS_AGO[user];
  return days === undefined ? null : after(now, -days * day);
}

interface DemoToken {
  user: UserName;
  label: string;
  scopes: readonly string[];
  origin?: 'cli';
  legacy?: true;
  /** How many days ago it was created, last used, expired or was revoked. */
  created: number;
  used?: number;
  expires?: number;
  revoked?: number;
}

export const tokens = {
  full: { user: 'owner', label: 'Release dashboard', scopes: SCOPES, created: 26, used: 0.02 },
  cli: {
    user: 'owner',
    label: 'maren-ws',
    scopes: LOGIN_SCOPES,
    origin: 'cli',
    created: 9,
    used: 0.3,
    expires: -81,
  },
  ping: { user: 'owner', label: 'Uptime probe', scopes: ['ping'], created: 25, used: 0.01 },
  read_tasks: { user: 'owner', label: 'Standup board', scopes: ['read:tasks'], created: 20, used: 1.2 },
  revoked: { user: 'owner', label: 'Old build monitor', scopes: SCOPES, created: 28, used: 12, revoked: 11 },
  expired: { user: 'owner', label: 'maren-laptop', scopes: LOGIN_SCOPES, origin: 'cli', created: 98, expires: 8 },
  legacy: { user: 'owner', label: 'Nightly report', scopes: SCOPES, legacy: true, created: 240, used: 45 },
  rival: { user: 'outsider', label: 'Copperline automation', scopes: SCOPES, created: 22, used: 0.1 },
} satisfies Record<string, DemoToken>;

function tokenRows(credentials: Credentials, now: Date): object[] {
  const daysBack = (days: number | undefined) => (days === undefined ? null : after(now, -days * day));
  return Object.entries<DemoToken>(tokens).map(([name, token], index) => {
    const value = credentials.apiToken(name);
    // A legacy token must be older than the introduction of hashing, whenever the demo is seeded.
    const shift = token.legacy ? Math.max(0, now.getTime() - day - LEGACY_TOKEN_CUT) : 0;
    const ago = (days: number | undefined) => {
      const time = daysBack(days);
      return time && after(time, -shift);
    };
    return {
      id: index + 1,
      userId: userIds[token.user],
      name: token.label,
      prefix: value.slice(0, 8),
      tokenHash: hashToken(value),
      scopes: token.scopes,
      origin: token.origin ?? 'web',
      legacy: token.legacy ?? false,
      lastUsedAt: ago(token.used),
      expiresAt: ago(token.expires),
      revokedAt: ago(token.revoked),
      createdAt: ago(token.created),
    };
  });
}

function accountRows(credentials: Credentials, now: Date): object[] {
  return Object.entries(accounts).map(([key, account]) => ({
    id: accountIds[key as AccountName],
    prefixedId: credentials.prefixedId(key),
    ...account,
    trialEndsAt: key === 'lapsed' ? after(now, -12 * day) : null,
    timezone: 'America/New_York',
    createdAt: after(now, -260 * day + accountIds[key as AccountName] * hour),
    updatedAt: after(now, key === 'lapsed' ? -12 * day + 4 * minute : -30 * day),
  }));
}

/** People have the same logins in all of their accounts. Those in the lowest account have the lowest ids. */
function connectedRows(now: Date): object[] {
  const logins = Object.entries(users).flatMap(([key, { connected }]) =>
    connected.map(([provider, uid]) => ({ user: key as UserName, provider, uid })),
  );
  const rows = logins.flatMap(({ user, ...login }, index) => {
    const createdAt = joinedAt(user, now) ?? after(now, -200 * day + index * hour);
    const accountsOfUser = memberships.flatMap(([account, member]) => (member === user ? [account] : []));
    return accountsOfUser.map((account, place) => ({
      place,
      row: { accountId: accountIds[account], userId: userIds[user], ...login, createdAt },
    }));
  });
  return rows.toSorted((a, b) => a.place - b.place).map(({ row }, index) => ({ id: index + 1, ...row }));
}

/** Accounts, users, memberships and API tokens. */
export async function peopleTables(credentials: Credentials, now: Date): Promise<TableRows> {
  const userRows = await Promise.all(
    Object.entries(users).map(async ([key, user]) => ({
      id: userIds[key as UserName],
      email: user.email,
      name: user.name,
      passwordHash: await credentials.passwordHash(key),
      defaultAccountId: accountIds[user.defaultAccount],
      createdAt: after(now, -250 * day + userIds[key as UserName] * hour),
      updatedAt: after(now, -40 * day),
    })),
  );
  const membershipRows = memberships.map(([account, user, role], index) => ({
    accountId: accountIds[account],
    userId: userIds[user],
    role,
    createdAt: joinedAt(user, now) ?? after(now, -220 * day + index * hour),
  }));
  return [
    ['accounts', accountRows(credentials, now)],
    ['users', userRows],
    ['account_memberships', membershipRows],
    ['connected_accounts', connectedRows(now)],
    ['api_tokens', tokenRows(credentials, now)],
  ];
}
