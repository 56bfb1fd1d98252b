import { type DatabaseHandle, mailNewSecret, type ProjectRecord } from '@slipway/db';
import type { ConsoleCaller } from './console-endpoint.js';
import type { ConsoleServices } from './services.js';

interface Creation {
  readonly caller: ConsoleCaller;
  readonly project: ProjectRecord;
  readonly services: Pick<ConsoleServices, 'clock'>;
}

interface MadeSecret {
  readonly name: string;
  readonly integrationId: number | null;
  readonly isFirst?: true;
}

/** Tells the owners that a signing secret was created or replaced. */
export function mailSecret(
  tx: DatabaseHandle,
  { caller, project, services }: Creation,
  secret: MadeSecret,
): Promise<void> {
  return mailNewSecret(tx, project.accountId, {
    ...secret,
    projectId: project.id,
    projectName: project.name,
    replacedBy: caller.user.name,
    replacedAt: new Date(services.clock.now()).toISOString(),
    ipAddress: caller.ipAddress,
  });
}
