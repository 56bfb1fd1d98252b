// Generated from the folder by `npm run generate`. Do not edit.
import { resource as buildLogResource } from './build-log.js';
import { resource as projectsResource } from './projects.js';

export const resources = [
  buildLogResource,
  projectsResource,
] as const;
