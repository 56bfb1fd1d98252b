// Generated from the folder by `npm run generate`. Do not edit.
import { setup as asanaSetup } from './providers/asana/setup.js';
import { setup as buildkiteSetup } from './providers/buildkite/setup.js';
import { setup as deploymentSetup } from './providers/deployment/setup.js';
import { setup as diversionSetup } from './providers/diversion/setup.js';
import { setup as gameEngineSetup } from './providers/game-engine/setup.js';
import { setup as githubSetup } from './providers/github/setup.js';
import { setup as jenkinsSetup } from './providers/jenkins/setup.js';
import { setup as jiraSetup } from './providers/jira/setup.js';
import { setup as linearSetup } from './providers/linear/setup.js';
import { setup as loreSetup } from './providers/lore/setup.js';
import { setup as mondaySetup } from './providers/monday/setup.js';
import { setup as perforceSetup } from './providers/perforce/setup.js';
import { setup as trelloSetup } from './providers/trello/setup.js';

export const setupRegistry = {
  asana: asanaSetup,
  buildkite: buildkiteSetup,
  deployment: deploymentSetup,
  diversion: diversionSetup,
  game_engine: gameEngineSetup,
  github: githubSetup,
  jenkins: jenkinsSetup,
  jira: jiraSetup,
  linear: linearSetup,
  lore: loreSetup,
  monday: mondaySetup,
  perforce: perforceSetup,
  trello: trelloSetup,
};
