import { describeConsole } from '../console-endpoint.js';
import { ConsoleIntegrationDetail } from './integrations.js';

export const openHandshakeWindow = describeConsole({
  name: 'openHandshakeWindow',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/handshake_window',
  role: 'owner',
  confirmed: true,
  audit: 'integration.open_handshake',
  writes: true,
  response: ConsoleIntegrationDetail,
});
