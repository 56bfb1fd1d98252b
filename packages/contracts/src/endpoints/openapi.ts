import Type from 'typebox';
import { describeEndpoint } from '../endpoint.js';

export const getOpenApi = describeEndpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/v1/openapi.json',
  scope: 'public',
  summary: 'This document',
  query: {},
  response: Type.Record(Type.String(), Type.Unknown(), { title: 'OpenApiDocument' }),
});
