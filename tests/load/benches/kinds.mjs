/** Webhooks of six kinds, as a studio's tools send them. */
import { createHash } from 'node:crypto';
import { toRequest } from '../harness/senders.mjs';

const shaOf = (text) => createHash('sha1').update(text).digest('hex');

function pushOf(number) {
  const commit = {
    id: shaOf(`push ${number}`),
    message: `Relight the quay, part ${number}`,
    timestamp: new Date().toISOString(),
    author: { name: 'Mira Voss', username: 'mira' },
    added: [],
    removed: [],
    modified: [`Source/Harbor/Quay${number % 40}.cpp`],
  };
  return {
    ref: 'refs/heads/main',
    after: commit.id,
    commits: [commit],
    repository: { full_name: 'studio/harbor' },
  };
}

/** Path, header of the token, integration in the demo, its provider, and body by number. */
export const KINDS = {
  ci: {
    path: 'ci',
    header: 'x-webhook-token',
    integration: 'jenkins',
    provider: 'jenkins',
    bodyOf: (number) => ({ job_name: 'Lag', build_number: String(number), status: 'SUCCESS' }),
  },
  perforce: {
    path: 'perforce',
    header: 'x-service-token',
    integration: 'perforce',
    provider: 'perforce',
    bodyOf: (number) => ({
      changelist: 1_000_000 + number,
      user: 'mvoss',
      description: `Part ${number}`,
      files: [{ path: `//depot/main/Source/Quay${number % 40}.cpp`, action: 'edit' }],
    }),
  },
  push: {
    path: 'github',
    header: 'x-service-token',
    integration: 'github_unsigned',
    provider: 'github',
    headersOf: (number) => ({ 'x-github-event': 'push', 'x-github-delivery': `${number}` }),
    bodyOf: pushOf,
  },
  deployment: {
    path: 'deployment',
    header: 'x-service-token',
    integration: 'deployment',
    provider: 'deployment',
    bodyOf: (number) => ({
      platform: 'steam',
      event: 'uploaded',
      build_number: String(number),
      version: `1.0.${number}`,
    }),
  },
  engine: {
    path: 'game_engine/asset_cooked',
    header: 'x-service-token',
    integration: 'game_engine',
    provider: 'game_engine',
    bodyOf: (number) => ({
      build_number: 4711,
      job_name: 'Cook',
      path: `/Game/Props/SM_${number}`,
      size_bytes: number,
      content_hash: shaOf(`asset ${number}`),
    }),
  },
  jira: {
    path: 'jira',
    header: 'x-service-token',
    integration: 'jira',
    provider: 'jira',
    bodyOf: (number) => ({
      webhookEvent: 'jira:issue_updated',
      timestamp: Date.now(),
      issue: {
        id: String(number),
        key: `LAG-${number}`,
        fields: { summary: `Part ${number}`, status: { name: 'To Do' } },
      },
    }),
  },
};

/** The bytes of one webhook. */
export function webhookOf({ path, header, headersOf, bodyOf }, token, number) {
  const headers = { [header]: token, ...headersOf?.(number) };
  return toRequest(`/webhooks/${path}`, headers, JSON.stringify(bodyOf(number)));
}
