import { defineForm } from '../define-form.js';

export const form = defineForm({
  label: 'Group',
  hint: 'The bell and the email of people in a group of the account, as each of them has set it.',
  fields: [
    { name: 'group_id', label: 'Group', missing: 'Choose a group.' },
    {
      name: 'reach',
      label: 'Who gets it',
      hint: 'Everybody gets it in a week in which nobody is on call.',
      missing: 'Choose who gets it.',
    },
  ],
});
