import { defineDecision } from '../../resources/define-decision.js';

export const command = defineDecision({
  summary: 'Deny assets',
  examples: [
    'slipway asset deny 0197a3c0-5b7e-7c11-9a54-3f0a5be1c2d4 --comment "Checked in the editor."',
    'slipway asset list --pending-approval --asset-type audio | cut -f1 | xargs slipway asset deny',
  ],
  decision: 'denied',
});
