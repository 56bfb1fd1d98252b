import { defineForm, urlField } from '../define-form.js';

export const form = defineForm({
  label: 'Discord',
  hint: 'In the settings of a Discord channel, open Integrations, create a webhook and paste its URL.',
  fields: [urlField],
});
