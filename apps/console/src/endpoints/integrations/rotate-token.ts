import { rotateIntegrationToken } from '@slipway/contracts';
import { announceChange, replaceToken } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { newToken, overlapEnd } from './new-credentials.js';

export const endpoint = defineConsoleEndpoint(rotateIntegrationToken, async (input) => {
  const { project, body, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  const { token, stored } = newToken();
  const now = services.clock.now();
  const previousUntil = body.overlap === 'none' ? null : overlapEnd(body.overlap, now);
  const integration = await services.database.modelTransaction(async (tx) => {
    await replaceToken(tx, id, { ...stored, previousUntil, now: new Date(now) });
    await audit(tx, { target: name, detail: { integration_id: id, overlap: body.overlap } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
  return { integration, token };
});
