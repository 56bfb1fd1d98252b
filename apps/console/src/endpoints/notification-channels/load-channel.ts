import type { NotificationChannelRecord, ProjectRecord } from '@slipway/db';
import { type ChannelConfig, openChannelConfig } from '@slipway/destinations';
import { parseUuid } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import type { ConsoleServices } from '../../services.js';

interface InPath {
  readonly project: ProjectRecord;
  readonly params: { readonly channel_id: string };
  readonly services: ConsoleServices;
}

/** Reads the channel in the path; 404 if the project has no such channel. */
export async function loadChannel({ project, params, services }: InPath): Promise<NotificationChannelRecord> {
  return found(await services.reads.findNotificationChannel(project.id, found(parseUuid(params.channel_id))));
}

/** Reads and decrypts the configuration of the channel in the path. */
export async function loadConfig(input: InPath): Promise<{ id: string; name: string; config: ChannelConfig }> {
  const { project, params, services } = input;
  const stored = found(await services.reads.findChannelConfig(project.id, found(parseUuid(params.channel_id))));
  const config = openChannelConfig(services.appSecrets, stored.id, stored.config);
  if (config === null)
    throw new ApiError('invalid_parameter', {
      message: 'The channel cannot be decrypted. Remove it and add it again.',
    });
  return { id: stored.id, name: stored.name, config };
}
