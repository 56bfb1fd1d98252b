import { HISTORY_KINDS, setProjectRetention } from '@slipway/contracts';
import { announceChange, editProjectRetention } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';

export const endpoint = defineConsoleEndpoint(setProjectRetention, async ({ project, body, audit, services }) => {
  for (const kind of HISTORY_KINDS) {
    const [days, longest] = [body[kind] ?? 0, services.historyDays[kind]];
    if (longest !== undefined && days > longest)
      throw invalidField(kind, `cannot be more than ${longest} days, which is what this installation keeps`);
  }
  await services.database.modelTransaction(async (tx) => {
    await editProjectRetention(tx, project.id, body);
    await audit(tx, { target: project.name, detail: { ...body } });
    await announceChange(tx, project.id, 'project');
  });
  return done;
});
