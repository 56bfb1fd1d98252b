import { rotateProjectLink } from '@slipway/contracts';
import { rotateProjectLink as rotate } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readProjectSettings } from './present-project.js';

export const endpoint = defineConsoleEndpoint(rotateProjectLink, async ({ project, body, audit, services }) => {
  return services.database.modelTransaction(async (tx) => {
    await rotate(tx, project.id, body.kind);
    await audit(tx, { target: project.name, detail: { kind: body.kind } });
    return readProjectSettings(servicesIn(tx, services), project.id);
  });
});
