import { setSsoState } from '@slipway/contracts';
import { findSsoProvider, setSsoState as saveState } from '@slipway/db';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readSso } from './present-sso.js';
import { findProviderProblem } from './provider-problem.js';
import { requireAccess } from './require-access.js';

export const endpoint = defineConsoleEndpoint(setSsoState, async ({ account, caller, body, audit, services }) => {
  const { state } = body;
  const provider = found(await findSsoProvider(services.database, account.id));
  const problem = state === 'off' ? null : await findProviderProblem(services.sso, provider);
  if (problem !== null) throw new ApiError('invalid_parameter', { message: problem });
  return services.database.modelTransaction(async (tx) => {
    const changed = await saveState(tx, account.id, state);
    if (changed === null)
      throw new ApiError('invalid_parameter', { message: 'Verify the domain before you turn on single sign-on.' });
    const { endedSessions, suspended } = changed;
    requireAccess(suspended, caller);
    await audit(tx, {
      target: state,
      detail: { ended_sessions: endedSessions, suspended_members: suspended.length },
    });
    return readSso(servicesIn(tx, services), account);
  });
});
