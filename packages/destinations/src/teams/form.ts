import { defineForm, urlField } from '../define-form.js';

export const form = defineForm({
  label: 'Microsoft Teams',
  hint: 'In Teams, create the workflow “Post to a channel when a webhook request is received” and paste its URL.',
  fields: [urlField],
});
