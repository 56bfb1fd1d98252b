import { SCOPES, type Scope } from '@slipway/contracts';

export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  ping: 'check that its token works',
  'read:projects': 'list your projects',
  'read:workspace_events': 'read the workspace feed of your accounts',
  'read:tasks': 'read tasks and tracker items',
  'write:tasks': 'create and change tasks',
  'read:builds': 'read builds, logs and deployments',
  'write:builds': 'start investigations, which spend credits',
  'read:assets': 'read assets and approvals',
  'write:assets': 'approve and deny assets',
  'read:changes': 'read commits and changelists',
  'read:members': 'list project members by user id',
  'read:deliveries': 'read the delivery log, including bodies',
  'write:deliveries': 'replay deliveries',
  'read:audit': 'read the audit log of accounts that you own',
  'write:problems': 'resolve, ignore, assign and mark problems',
  'write:tests': 'mute flaky tests',
  'run:builds': 'start builds again in your build tools',
  'manage:tokens': 'list and revoke your tokens',
};

export const scopeMeanings = SCOPES.map((scope) => ({ scope, meaning: SCOPE_MEANINGS[scope] }));
