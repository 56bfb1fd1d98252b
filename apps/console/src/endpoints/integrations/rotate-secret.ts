import { rotateIntegrationSecret } from '@slipway/contracts';
import { announceChange, mailNewSecret, replaceSigningSecret } from '@slipway/db';
import { sealSecret } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { newSecret, overlapEnd } from './new-credentials.js';

export const endpoint = defineConsoleEndpoint(rotateIntegrationSecret, async (input) => {
  const { caller, project, body, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  const { signature } = await showIntegration(services, project.id, id);
  if (signature === 'none')
    throw new ApiError('invalid_parameter', { message: 'This tool does not sign its requests.' });
  const made = body.secret === undefined ? newSecret() : null;
  const stored = sealSecret(services.appSecrets, id, made ?? body.secret ?? '');
  const now = services.clock.now();
  const integration = await services.database.modelTransaction(async (tx) => {
    await replaceSigningSecret(tx, stored, overlapEnd(body.overlap, now));
    await audit(tx, { target: name, detail: { integration_id: id, overlap: body.overlap } });
    await mailNewSecret(tx, project.accountId, {
      ...{ name, integrationId: id, projectId: project.id, projectName: project.name },
      ...{ replacedBy: caller.user.name, replacedAt: new Date(now).toISOString(), ipAddress: caller.ipAddress },
    });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
  return { integration, secret: made };
});
