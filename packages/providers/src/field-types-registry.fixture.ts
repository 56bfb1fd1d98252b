// Generated from the folder by `npm run generate`. Do not edit.
import { fieldTypes as asanaFieldTypes } from './providers/asana/field-types.fixture.js';
import { fieldTypes as buildkiteFieldTypes } from './providers/buildkite/field-types.fixture.js';
import { fieldTypes as deploymentFieldTypes } from './providers/deployment/field-types.fixture.js';
import { fieldTypes as diversionFieldTypes } from './providers/diversion/field-types.fixture.js';
import { fieldTypes as gameEngineFieldTypes } from './providers/game-engine/field-types.fixture.js';
import { fieldTypes as githubFieldTypes } from './providers/github/field-types.fixture.js';
import { fieldTypes as jenkinsFieldTypes } from './providers/jenkins/field-types.fixture.js';
import { fieldTypes as jiraFieldTypes } from './providers/jira/field-types.fixture.js';
import { fieldTypes as linearFieldTypes } from './providers/linear/field-types.fixture.js';
import { fieldTypes as loreFieldTypes } from './providers/lore/field-types.fixture.js';
import { fieldTypes as mondayFieldTypes } from './providers/monday/field-types.fixture.js';
import { fieldTypes as perforceFieldTypes } from './providers/perforce/field-types.fixture.js';
import { fieldTypes as trelloFieldTypes } from './providers/trello/field-types.fixture.js';

export const fieldTypesRegistry = {
  asana: asanaFieldTypes,
  buildkite: buildkiteFieldTypes,
  deployment: deploymentFieldTypes,
  diversion: diversionFieldTypes,
  game_engine: gameEngineFieldTypes,
  github: githubFieldTypes,
  jenkins: jenkinsFieldTypes,
  jira: jiraFieldTypes,
  linear: linearFieldTypes,
  lore: loreFieldTypes,
  monday: mondayFieldTypes,
  perforce: perforceFieldTypes,
  trello: trelloFieldTypes,
};
