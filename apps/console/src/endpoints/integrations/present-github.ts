import { type ConsoleIntegrationDetail, GITHUB_API_URL } from '@slipway/contracts';
import type { IntegrationSettingsRecord } from '@slipway/db';

type Github = NonNullable<ConsoleIntegrationDetail['github']>;

const OFF: Omit<Github, 'has_credential'> = {
  statuses: false,
  comments: false,
  api_url: GITHUB_API_URL,
  app_id: null,
  state: 'off',
  error: null,
  checked_at: null,
  sent_at: null,
};

/** What Slipway writes to GitHub for an integration, and the result of the last attempt. */
export function presentGithub({ github, hasApiToken }: IntegrationSettingsRecord): Github {
  if (github === null) return { ...OFF, has_credential: hasApiToken };
  const { statuses, comments, apiUrl, appId, lastError, checkedAt, lastSentAt } = github;
  return {
    statuses,
    comments,
    api_url: apiUrl,
    app_id: appId,
    has_credential: hasApiToken,
    state: stateOf(github),
    error: lastError,
    checked_at: checkedAt?.toISOString() ?? null,
    sent_at: lastSentAt?.toISOString() ?? null,
  };
}

function stateOf(github: NonNullable<IntegrationSettingsRecord['github']>): Github['state'] {
  const { statuses, comments, pausedAt, testRequestedAt, lastError } = github;
  if (!statuses && !comments) return 'off';
  if (pausedAt !== null) return 'paused';
  if (testRequestedAt !== null) return 'waiting';
  return lastError === null ? 'ok' : 'failing';
}
