import { openHandshakeWindow as contract } from '@slipway/contracts';
import { announceChange, openHandshakeWindow } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { providerOf } from './present-integration.js';

export const endpoint = defineConsoleEndpoint(contract, async (input) => {
  const { project, audit, services } = input;
  const { id, name, provider } = await loadIntegration(input);
  if (!providerOf(provider)?.secretByHandshake)
    throw new ApiError('invalid_parameter', {
      message: 'This tool does not send its signing secret in a handshake.',
    });
  return services.database.modelTransaction(async (tx) => {
    await openHandshakeWindow(tx, id);
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
});
