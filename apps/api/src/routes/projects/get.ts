import { getProject } from '@slipway/contracts';
import { presentProject } from '../../present/project.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getProject, async ({ project }) => presentProject(project));
