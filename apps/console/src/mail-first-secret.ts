import { type DatabaseHandle, mailNewSecret, type ProjectRecord } from '@slipway/db';
import type { ConsoleCaller } from './console-endpoint.js';
import type { ConsoleServices } from './services.js';

interface Creation {
  readonly caller: ConsoleCaller;
  readonly project: ProjectRecord;
  readonly services: Pick<ConsoleServices, 'clock'>;
}

export function mailFirstSecret(
  tx: DatabaseHandle,
  { caller, project, services }: Creation,
  created: { readonly name: string; readonly integrationId: number | null },
): Promise<void> {
  return mailNewSecret(tx, project.accountId, {
    ...created,
    isFirst: true,
    projectId: project.id,
    projectName: project.name,
    replacedBy: caller.user.name,
    replacedAt: new Date(services.clock.now()).toISOString(),
    ipAddress: caller.ipAddress,
  });
}
