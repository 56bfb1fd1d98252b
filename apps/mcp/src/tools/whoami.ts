import { getPing } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';

export const tool = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Shows the API token in use, its scopes and when it expires.',
  input: Type.Object({}),
  readOnly: true,
  run: (_input, client) => client.call(getPing),
});
