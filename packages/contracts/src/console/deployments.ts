import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { Deployment } from '../endpoints/deployments.js';
import { anyOf, CursorPagination, orNull, Timestamp } from '../fields.js';
import { DEPLOYMENT_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '../values.js';
import { BuildLink, ChangeLink } from './linked-records.js';

const fields = {
  ...Deployment.properties,
  build_number: Type.String(),
  /** The build that was uploaded, if it was reported. */
  build: orNull(BuildLink),
  /** The change that the build was made from. */
  change: orNull(ChangeLink),
  actor: Type.String(),
  status_at: Timestamp,
};

/** A deployment with the build and change behind it. */
export const ConsoleDeployment = Type.Object(fields);
export type ConsoleDeployment = Static<typeof ConsoleDeployment>;

export const listDeploymentLanes = describeConsole({
  name: 'listDeploymentLanes',
  method: 'GET',
  path: '/projects/:project_id/deployment-lanes',
  response: Type.Object({
    /** For every platform: what is live, what is in progress, and the newest. */
    deployments: Type.Array(ConsoleDeployment),
    totals: Type.Array(Type.Object({ platform: anyOf(PLATFORMS), count: Type.Integer() })),
  }),
});

export const listConsoleDeployments = describeConsole({
  name: 'listConsoleDeployments',
  method: 'GET',
  path: '/projects/:project_id/deployments',
  query: { ...DEPLOYMENT_FILTERS, ...pageParameters },
  response: Type.Object({ deployments: Type.Array(ConsoleDeployment), pagination: CursorPagination }),
});

/** What a store or tool reported about a deployment. */
export const DeploymentEvent = Type.Object({
  id: Type.Integer(),
  /** The sender's word. */
  event: Type.String(),
  /** Null if the word does not correspond to a status. */
  status: orNull(anyOf(DEPLOYMENT_STATUSES)),
  occurred_at: Timestamp,
});
export type DeploymentEvent = Static<typeof DeploymentEvent>;

/** A deployment with everything that its page shows. */
export const ConsoleDeploymentDetail = Type.Object({
  ...fields,
  notes: Type.String(),
  integration: Type.Object({ id: Type.Integer(), name: Type.String() }),
  events: Type.Array(DeploymentEvent),
});
export type ConsoleDeploymentDetail = Static<typeof ConsoleDeploymentDetail>;

export const getConsoleDeployment = describeConsole({
  name: 'getConsoleDeployment',
  method: 'GET',
  path: '/projects/:project_id/deployments/:deployment_id',
  response: ConsoleDeploymentDetail,
});
