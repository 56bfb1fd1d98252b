import { describeEndpoint } from '../endpoint.js';
import { Ping } from '../resources/ping.js';

export const getPing = describeEndpoint({
  method: 'GET',
  path: '/v1/ping',
  scope: 'ping',
  summary: 'Check that the token works',
  query: {},
  response: Ping,
});
