import { getNotificationSettings } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { showSettings } from './show-settings.js';

export const endpoint = defineConsoleEndpoint(getNotificationSettings, ({ caller, services }) =>
  showSettings(services, caller.userId),
);
