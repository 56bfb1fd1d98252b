// Generated from the folder by `npm run generate`. Do not edit.
import { provider as asanaProvider } from './providers/asana/index.js';
import { provider as buildkiteProvider } from './providers/buildkite/index.js';
import { provider as deploymentProvider } from './providers/deployment/index.js';
import { provider as diversionProvider } from './providers/diversion/index.js';
import { provider as gameEngineProvider } from './providers/game-engine/index.js';
import { provider as githubProvider } from './providers/github/index.js';
import { provider as jenkinsProvider } from './providers/jenkins/index.js';
import { provider as jiraProvider } from './providers/jira/index.js';
import { provider as linearProvider } from './providers/linear/index.js';
import { provider as loreProvider } from './providers/lore/index.js';
import { provider as mondayProvider } from './providers/monday/index.js';
import { provider as perforceProvider } from './providers/perforce/index.js';
import { provider as trelloProvider } from './providers/trello/index.js';

export const providers = [
  asanaProvider,
  buildkiteProvider,
  deploymentProvider,
  diversionProvider,
  gameEngineProvider,
  githubProvider,
  jenkinsProvider,
  jiraProvider,
  linearProvider,
  loreProvider,
  mondayProvider,
  perforceProvider,
  trelloProvider,
] as const;
