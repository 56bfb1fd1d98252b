import { defineDestination } from '../define-destination.js';
import { incomingWebhook, type UrlSettings } from '../incoming-webhook.js';
import { teamsMessage } from './message.js';
import { readTeams } from './read.js';

/** A workflow of Power Automate that posts a card to a channel. It answers 202, and has neither threads nor ids. */
export const destination = defineDestination<UrlSettings>({
  needs: 'URL of a workflow',
  hasThreads: false,
  read: readTeams,
  // More than four requests a second are throttled.
  ...incomingWebhook({ perSecond: 3, render: teamsMessage }),
});
