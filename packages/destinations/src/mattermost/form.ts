import { defineForm, urlField } from '../define-form.js';

export const form = defineForm({
  label: 'Mattermost',
  hint: 'In Mattermost, open Integrations, add an incoming webhook for a channel and paste its URL. Each message stands alone.',
  fields: [urlField],
});
