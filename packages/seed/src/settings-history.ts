import { hashToken } from '@slipway/domain';
import type { Credentials } from './credentials.js';
import type { TableRows } from './insert-rows.js';
import { accountIds, JOINED_DAYS_AGO, userIds } from './people.js';
import { type ProjectName, projectIds, projects } from './projects.js';
import { randomFor } from './random.js';
import { after, day, hour, uuidAt } from './times.js';

type UserName = keyof typeof userIds;

const BROWSERS = {
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
} as const;

/** Each person's IP address and browser. */
const PLACES: Readonly<Record<string, readonly [ipAddress: string, userAgent: string]>> = {
  owner: ['10.20.4.17', BROWSERS.windows],
  member: ['10.20.4.23', BROWSERS.linux],
  artist: ['10.20.7.5', BROWSERS.mac],
  programmer: ['10.20.4.31', BROWSERS.linux],
};

interface Entry {
  readonly days: number;
  readonly user: UserName;
  readonly action: string;
  readonly target: string;
  readonly detail?: object;
  readonly project?: ProjectName;
}

/** The history of the studio's settings, oldest first. */
const HISTORY: readonly Entry[] = [
  {
    days: 29.4,
    user: 'owner',
    action: 'project.create',
    target: 'Undertow',
    detail: { engine: 'unreal' },
    project: 'main',
  },
  { days: 29.3, user: 'owner', action: 'integration.create', target: 'Perforce', project: 'main' },
  { days: 29.2, user: 'owner', action: 'integration.create', target: 'Jenkins', project: 'main' },
  {
    days: 28.8,
    user: 'owner',
    action: 'member.invite',
    target: 'jo… at tidewater.test',
    detail: { role: 'member' },
  },
  { days: JOINED_DAYS_AGO.member ?? 0, user: 'member', action: 'member.join', target: 'as member' },
  {
    days: 28.1,
    user: 'owner',
    action: 'member.invite',
    target: 'pr… at tidewater.test',
    detail: { role: 'member' },
  },
  { days: JOINED_DAYS_AGO.artist ?? 0, user: 'artist', action: 'member.join', target: 'as member' },
  {
    days: 26,
    user: 'owner',
    action: 'token.create',
    target: 'Release dashboard',
    detail: { expires_in_days: null },
  },
  {
    days: 24.2,
    user: 'owner',
    action: 'project.update',
    target: 'Undertow',
    detail: { approval_asset_types: ['texture', 'model', 'level', 'material', 'animation', 'audio', 'video'] },
    project: 'main',
  },
  {
    days: 21.5,
    user: 'member',
    action: 'connected_account.add',
    target: 'Jonas Weir',
    detail: { provider: 'perforce' },
  },
  { days: 20, user: 'owner', action: 'token.create', target: 'Standup board', detail: { scopes: ['read:tasks'] } },
  { days: 17.6, user: 'owner', action: 'billing.change_plan', target: 'indie to team' },
  { days: 14.1, user: 'owner', action: 'integration.rotate_token', target: 'Jenkins', project: 'main' },
  { days: 11, user: 'owner', action: 'token.revoke', target: 'Old build monitor' },
  { days: 9, user: 'owner', action: 'password.change', target: '', detail: { ended_sessions: 2 } },
  {
    days: 6.3,
    user: 'owner',
    action: 'project.set_state',
    target: 'Lanternfall',
    detail: { state: 'paused' },
    project: 'paused',
  },
  {
    days: 3.8,
    user: 'artist',
    action: 'connected_account.add',
    target: 'Priya Nair',
    detail: { provider: 'lore' },
  },
  {
    days: 1.7,
    user: 'owner',
    action: 'project.renew_badge_link',
    target: 'Undertow',
    detail: {},
    project: 'main',
  },
  {
    days: 0.6,
    user: 'owner',
    action: 'member.invite',
    target: 'sa… at tidewater.test',
    detail: { role: 'member' },
  },
];

function auditRows(now: Date): object[] {
  return HISTORY.map(({ days, user, action, target, detail = {}, project }, index) => {
    const [ipAddress, userAgent] = PLACES[user] ?? ['', ''];
    return {
      id: index + 1,
      accountId: accountIds.studio,
      projectId: project === undefined ? null : projectIds[project],
      userId: userIds[user],
      action,
      target: project === undefined || action.startsWith('integration.') ? target : projects[project].theme.title,
      detail,
      ipAddress,
      userAgent,
      createdAt: after(now, -days * day),
    };
  });
}

/** Browsers in which users are signed in. Nobody has their cookies: the hashes are derived from APP_SECRET. */
function sessionRows(credentials: Credentials, now: Date): object[] {
  const sessions: readonly (readonly [UserName, string, string, number])[] = [
    ['owner', '10.20.4.17', BROWSERS.windows, 5],
    ['owner', '203.0.113.24', BROWSERS.phone, 20],
    ['member', '10.20.4.23', BROWSERS.linux, 2],
    ['artist', '10.20.7.5', BROWSERS.mac, 27],
  ];
  return sessions.map(([user, ipAddress, userAgent, hours], index) => ({
    id: uuidAt(randomFor(`session ${index}`), after(now, -9 * day)),
    tokenHash: hashToken(credentials.apiToken(`session:${index}`)),
    userId: userIds[user],
    userAgent,
    ipAddress,
    accountId: accountIds.studio,
    lastSeenAt: after(now, -hours * hour),
    expiresAt: after(now, 13 * day),
    confirmedAt: after(now, -8 * day),
    createdAt: after(now, -8 * day),
  }));
}

function invitationRows(now: Date): object[] {
  const createdAt = after(now, -0.6 * day);
  return [
    {
      id: uuidAt(randomFor('invitation'), createdAt),
      accountId: accountIds.studio,
      email: 'sana.okafor@tidewater.test',
      role: 'member',
      invitedById: userIds.owner,
      expiresAt: after(createdAt, 7 * day),
      createdAt,
    },
  ];
}

/** What was set up and changed in the studio, and from where. */
export function settingsTables(credentials: Credentials, now: Date): TableRows {
  return [
    ['audit_entries', auditRows(now)],
    ['sessions', sessionRows(credentials, now)],
    ['invitations', invitationRows(now)],
  ];
}
