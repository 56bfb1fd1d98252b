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

/** Who did what to what, how many days ago, in which project if in one, and the details. */
type Entry = readonly [
  days: number,
  user: UserName,
  action: string,
  target: string,
  project: ProjectName | null,
  detail?: object,
];

/** The history of the studio's settings, oldest first. */
const HISTORY: readonly Entry[] = [
  [29.4, 'owner', 'project.create', 'Undertow', 'main', { engine: 'unreal' }],
  [29.3, 'owner', 'integration.create', 'Perforce', 'main'],
  [29.2, 'owner', 'integration.create', 'Jenkins', 'main'],
  [28.8, 'owner', 'member.invite', 'jo… at tidewater.test', null, { role: 'member' }],
  [JOINED_DAYS_AGO.member ?? 0, 'member', 'member.join', 'as member', null],
  [28.1, 'owner', 'member.invite', 'pr… at tidewater.test', null, { role: 'member' }],
  [JOINED_DAYS_AGO.artist ?? 0, 'artist', 'member.join', 'as member', null],
  [26, 'owner', 'token.create', 'Release dashboard', null, { expires_in_days: null }],
  [
    24.2,
    'owner',
    'project.update',
    'Undertow',
    'main',
    { approval_asset_types: ['texture', 'model', 'level', 'material', 'animation', 'audio', 'video'] },
  ],
  [21.5, 'member', 'connected_account.add', 'Jonas Weir', null, { provider: 'perforce' }],
  [20, 'owner', 'token.create', 'Standup board', null, { scopes: ['read:tasks'] }],
  [17.6, 'owner', 'billing.change_plan', 'indie to team', null],
  [14.1, 'owner', 'integration.rotate_token', 'Jenkins', 'main'],
  [11, 'owner', 'token.revoke', 'Old build monitor', null],
  [9, 'owner', 'password.change', '', null, { ended_sessions: 2 }],
  [6.3, 'owner', 'project.set_state', 'Lanternfall', 'paused', { state: 'paused' }],
  [3.8, 'artist', 'connected_account.add', 'Priya Nair', null, { provider: 'lore' }],
  [1.7, 'owner', 'project.renew_badge_link', 'Undertow', 'main', {}],
  [0.6, 'owner', 'member.invite', 'sa… at tidewater.test', null, { role: 'member' }],
];

function auditRows(now: Date): object[] {
  return HISTORY.map(([days, user, action, target, project, detail = {}], index) => {
    const [ipAddress, userAgent] = PLACES[user] ?? ['', ''];
    return {
      id: index + 1,
      accountId: accountIds.studio,
      projectId: project && projectIds[project],
      userId: userIds[user],
      action,
      target: project === null || action.startsWith('integration.') ? target : projects[project].theme.title,
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
