import { getProject } from '@slipway/contracts';
import { defineEndpoint } from '../../services.js';
import { presentProject } from './present-project.js';

export const endpoint = defineEndpoint(getProject, async ({ project }) => presentProject(project));
