// Generated from the folder by `npm run generate`. Do not edit.
import { signer as asanaSigner } from './providers/asana/signer.fixture.js';
import { signer as buildkiteSigner } from './providers/buildkite/signer.fixture.js';
import { signer as diversionSigner } from './providers/diversion/signer.fixture.js';
import { signer as githubSigner } from './providers/github/signer.fixture.js';
import { signer as jenkinsSigner } from './providers/jenkins/signer.fixture.js';
import { signer as jiraSigner } from './providers/jira/signer.fixture.js';
import { signer as linearSigner } from './providers/linear/signer.fixture.js';
import { signer as mondaySigner } from './providers/monday/signer.fixture.js';
import { signer as trelloSigner } from './providers/trello/signer.fixture.js';

export const signerRegistry = {
  asana: asanaSigner,
  buildkite: buildkiteSigner,
  diversion: diversionSigner,
  github: githubSigner,
  jenkins: jenkinsSigner,
  jira: jiraSigner,
  linear: linearSigner,
  monday: mondaySigner,
  trello: trelloSigner,
};
