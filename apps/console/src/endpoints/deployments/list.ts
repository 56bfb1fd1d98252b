import { listConsoleDeployments } from '@slipway/contracts';
import { keysetPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames } from '../../presenters.js';
import { findStaleOrigins, presentConsoleDeployment } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(
  listConsoleDeployments,
  async ({ project, account, query, services }) => {
    const page = keysetPage(services.cursors, { list: listConsoleDeployments, scope: project.id, query });
    const { platform, status } = query;
    const [deployments, nameOf] = await Promise.all([
      services.reads.listConsoleDeployments(project.id, { platform, status }, page),
      accountNames(services, account.id),
    ]);
    const { rows, pagination } = page.end(deployments, ({ createdAt, id }) => ({ at: createdAt, id }));
    const stale = await findStaleOrigins(services, account.id, rows);
    const people = { nameOf, redactor: services.redactors.of(project) };
    return { deployments: rows.map((row) => presentConsoleDeployment(row, people, stale)), pagination };
  },
);
