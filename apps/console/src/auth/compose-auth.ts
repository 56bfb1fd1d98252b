import type { Database } from '@slipway/db';
import {
  appSecretsOf,
  type Clock,
  createCopiedInvitationLinks,
  createInvitationLinks,
  createResetLinks,
  createSignUpLinks,
  createUnsubscribeLinks,
  newId,
} from '@slipway/domain';
import type { CounterRedis } from '@slipway/http';
import type { JobPublisher } from '@slipway/queue';
import type { ReadSources } from '@slipway/rest';
import type { ProcessContext } from '@slipway/runtime';
import { createConfirmations } from './confirmation/confirmations.js';
import { createFormGuard } from './csrf.js';
import type { AuthDeps } from './deps.js';
import { createKnownDevices } from './known-devices.js';
import { createPasskeys } from './passkeys/passkeys.js';
import { createPendingSignIns } from './second-factor/pending-sign-in.js';
import { createSessions } from './sessions.js';
import { announceAtStart, createSetupCode, type SetupCode } from './setup-code.js';
import { createSignInFailures } from './sign-in-failures.js';
import { createThrottle } from './throttle.js';

export interface AuthConnections {
  readonly database: Database;
  readonly sources: ReadSources;
  readonly redis: CounterRedis;
  readonly jobs: JobPublisher;
  readonly clock: Clock;
}

export function composeAuth(context: ProcessContext, connections: AuthConnections): AuthDeps {
  const { settings, logger } = context;
  const { database, sources, redis, jobs, clock } = connections;
  const { origin, protocol } = new URL(settings.BASE_URL);
  const policy = { secure: protocol === 'https:' };
  const appSecrets = appSecretsOf(settings);
  const setupCode = createSetupCode({ database, appSecrets, logger, folder: settings.DATA_DIR });
  startAnnouncing(setupCode, context);
  const proving = {
    database,
    clock,
    appSecrets,
    passkeys: createPasskeys({ database, appSecrets, clock, origin }),
    throttle: createThrottle(redis),
    failures: createSignInFailures(context, database),
  };
  return {
    ...proving,
    origin,
    setupCode,
    sessions: createSessions({ database, sources, clock, policy }),
    confirmations: createConfirmations(proving),
    pending: createPendingSignIns({ database, appSecrets, clock, policy }),
    guard: createFormGuard(appSecrets, origin, policy),
    devices: createKnownDevices(appSecrets, clock, policy),
    resetLinks: createResetLinks(appSecrets),
    invitationLinks: createInvitationLinks(appSecrets),
    unsubscribeLinks: createUnsubscribeLinks(appSecrets),
    copiedInvitationLinks: createCopiedInvitationLinks(appSecrets),
    signUpLinks: createSignUpLinks(appSecrets),
    signUp: settings.SIGN_UP,
    queueResetLink: (email) => isQueued(jobs.enqueue('send_reset_link', { email }, newId())),
    queueSignUpLink: (email) => isQueued(jobs.enqueue('send_sign_up_link', { email }, newId())),
  };
}

const isQueued = (enqueued: Promise<unknown>) =>
  enqueued.then(
    () => true,
    () => false,
  );

function startAnnouncing(setupCode: SetupCode, { onClose }: ProcessContext): void {
  const closing = new AbortController();
  const announcing = announceAtStart(setupCode, closing.signal);
  onClose('setup code', () => {
    closing.abort();
    return announcing;
  });
}
