import { pageAt } from '@slipway/domain';
import { defineCommand } from '../../define-command.js';
import { openPage } from '../../open-page.js';

export const command = defineCommand({
  summary: 'Open the page that creates API tokens',
  description:
    'Tokens are created in the browser: no token creates another. Prints the address when stdout is not a terminal.',
  examples: ['slipway token create'],
  run: (context) => openPage(context, pageAt('/settings/tokens', {})),
});
