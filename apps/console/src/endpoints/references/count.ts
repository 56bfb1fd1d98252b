import { countReferences } from '@slipway/contracts';
import { sanitizeText } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(countReferences, async ({ project, services }) => {
  const counts = await services.reads.countReferences(project.id);
  return { counts: counts.map((group) => ({ ...group, state: sanitizeText(group.state) })) };
});
