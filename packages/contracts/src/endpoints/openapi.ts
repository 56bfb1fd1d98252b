import Type from 'typebox';
import { describeEndpoint } from '../endpoint.js';

export const getOpenApi = describeEndpoint({
  name: 'getOpenApi',
  group: { name: 'Description', description: 'The OpenAPI description of the API.' },
  method: 'GET',
  path: '/v1/openapi.json',
  scope: 'public',
  summary: 'Get this document',
  response: Type.Record(Type.String(), Type.Unknown(), { title: 'OpenApiDocument' }),
});
