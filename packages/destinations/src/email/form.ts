import { defineForm } from '../define-form.js';

export const form = defineForm({
  label: 'Email',
  hint: 'An email to members of the account.',
  fields: [{ name: 'user_ids', label: 'Recipients', missing: 'Choose at least one recipient.' }],
});
