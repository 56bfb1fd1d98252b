import { defineForm, urlField } from '../define-form.js';

export const form = defineForm({
  label: 'Slack (incoming webhook)',
  hint: 'In Slack, add the app Incoming WebHooks to a channel and paste its URL. Each message stands alone.',
  fields: [urlField],
});
