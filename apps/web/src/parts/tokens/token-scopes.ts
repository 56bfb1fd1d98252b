export interface ScopePreset {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly scopes: <Scope extends string>(all: readonly Scope[]) => readonly Scope[];
}

const isRead = (scope: string) => scope === 'ping' || scope.startsWith('read:');
const NOT_FOR_CLIENTS = [
  'read:members',
  'read:deliveries',
  'write:deliveries',
  'read:audit',
  'write:problems',
  'write:tests',
  'run:builds',
  'manage:tokens',
];
const BOT = ['ping', 'read:projects', 'read:builds', 'write:builds', 'read:tasks', 'write:tasks', 'read:changes'];

export const PRESETS: readonly ScopePreset[] = [
  {
    id: 'read',
    label: 'Read only',
    hint: 'Dashboards and reports',
    scopes: (all) => all.filter((scope) => isRead(scope) && !['read:deliveries', 'read:audit'].includes(scope)),
  },
  {
    id: 'cli',
    label: 'Command line',
    hint: 'For the CLI and assistants: what a login grants',
    scopes: (all) => all.filter((scope) => !NOT_FOR_CLIENTS.includes(scope)),
  },
  {
    id: 'bot',
    label: 'CI bot',
    hint: 'Reads builds, investigates failures, files tasks',
    scopes: (all) => all.filter((scope) => BOT.includes(scope)),
  },
  {
    id: 'all',
    label: 'Everything',
    hint: 'Includes deliveries, members, tokens and the audit log',
    scopes: (all) => all,
  },
];

export function presetOf(chosen: readonly string[], all: readonly string[]): string | null {
  const isSame = (scopes: readonly string[]) =>
    scopes.length === chosen.length && scopes.every((scope) => chosen.includes(scope));
  return PRESETS.find(({ scopes }) => isSame(scopes(all)))?.id ?? null;
}

export function scopesLabel(scopes: readonly string[], all: readonly string[]): string {
  const preset = PRESETS.find(({ id }) => id === presetOf(scopes, all));
  if (preset !== undefined) return preset.label;
  return scopes.length === 1 ? (scopes[0] ?? '') : `${scopes.length} scopes`;
}
