import { defineForm, urlField } from '../define-form.js';

export const form = defineForm({
  label: 'Outgoing webhook',
  hint: 'Signed requests to your own program, by the Standard Webhooks specification. They contain user ids, never names.',
  fields: [urlField],
  isSigned: true,
});
